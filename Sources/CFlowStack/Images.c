#include "CFlowStack.h"

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <mach-o/loader.h>
#include <string.h>

int flowviz_stack_image_count(void) { return (int)_dyld_image_count(); }

int flowviz_stack_get_image(int index, struct flowviz_stack_image *image) {
    const struct mach_header_64 *header = (const struct mach_header_64 *)_dyld_get_image_header((uint32_t)index);
    const char *path = _dyld_get_image_name((uint32_t)index);
    if (!header || !path || header->magic != MH_MAGIC_64) return 0;
    image->bias = (uint64_t)_dyld_get_image_vmaddr_slide((uint32_t)index);
    image->path = path;
    image->start = image->end = 0;
    image->count = 0;
    const uint8_t *bytes = (const uint8_t *)(header + 1);
    for (uint32_t number = 0; number < header->ncmds; number += 1) {
        const struct load_command *command = (const struct load_command *)bytes;
        if (command->cmd == LC_SEGMENT_64) {
            const struct segment_command_64 *segment = (const struct segment_command_64 *)command;
            if (strcmp(segment->segname, "__TEXT") == 0) {
                image->start = segment->vmaddr + image->bias;
                image->end = image->start + segment->vmsize;
            }
        } else if (command->cmd == LC_UUID) {
            memcpy(image->bytes, ((const struct uuid_command *)command)->uuid, 16);
            image->count = 16;
        }
        bytes += command->cmdsize;
    }
    return image->end > image->start;
}
#endif
