#include "thing.h"

int thing_double(int value) { return 2 * value; }
