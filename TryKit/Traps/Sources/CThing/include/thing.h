int thing_double(int value);
