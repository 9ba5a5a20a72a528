#ifndef CTRYVIRTUAL_H
#define CTRYVIRTUAL_H

#include <stdbool.h>

/// Does what is due next, and moves time to it.
///
/// - Returns: Whether there was anything.
bool virtual_step(void);

#endif
