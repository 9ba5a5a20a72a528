/// Nothing to call: the constructor in CTryKit.c does it all.
