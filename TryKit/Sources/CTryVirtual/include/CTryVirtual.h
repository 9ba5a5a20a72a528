#ifndef CTRYVIRTUAL_H
#define CTRYVIRTUAL_H

#include <stdbool.h>

/// Waits, on the main thread, until the main queue has worked.
///
/// - Returns: Whether it has; where not, nothing is scheduled any more.
bool virtual_step(void);

#endif
