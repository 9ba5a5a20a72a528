#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#if !__has_include(<curses.h>)
#error "curses.h not found: install libncurses-dev (Debian, Ubuntu) or ncurses-devel (Fedora)"
#endif

/* The wide-character API; defined here because pkg-config's flags for it are refused by the package manager. */
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>
#if __has_include(<xlocale.h>)
#include <xlocale.h>
#endif

/* C globals, which Swift 6 does not let through. */
static inline int cn_color_pairs(void) { return COLOR_PAIRS; }
static inline WINDOW *cn_stdscr(void) { return stdscr; }
static inline WINDOW *cn_curscr(void) { return curscr; }

/* Macros with casts, which are not imported. */
static const attr_t CN_BOLD = A_BOLD, CN_DIM = A_DIM, CN_REVERSE = A_REVERSE, CN_UNDERLINE = A_UNDERLINE;
static const mmask_t CN_BUTTON1_PRESSED = BUTTON1_PRESSED, CN_BUTTON1_CLICKED = BUTTON1_CLICKED,
                     CN_MOVED = REPORT_MOUSE_POSITION,
                     CN_WHEEL_UP = BUTTON4_PRESSED, CN_WHEEL_DOWN = BUTTON5_PRESSED;

static inline int cn_init_pair(int pair, int foreground, int background) {
    return init_extended_pair(pair, foreground, background);
}

/* A cell of one spacing character known to be printable: four times as fast as setcchar. */
static inline void cn_cell(cchar_t *cell, uint32_t character, attr_t attributes, int pair) {
    memset(cell, 0, sizeof *cell);
    cell->attr = attributes | (attr_t)COLOR_PAIR(pair > 255 ? 255 : pair);
    cell->chars[0] = (wchar_t)character;
    cell->ext_color = pair;
}

/* A cell of a character and a mark on it. */
static inline void cn_marked_cell(cchar_t *cell, uint32_t character, uint32_t mark, attr_t attributes, int pair) {
    cn_cell(cell, character, attributes, pair);
    cell->chars[1] = (wchar_t)mark;
}

/* glibc declares it only under __USE_XOPEN. */
extern int wcwidth(wchar_t);
static inline int cn_wcwidth(uint32_t character) { return wcwidth((wchar_t)character); }

static inline int cn_is_utf8(const char *codeset) {
    return codeset && (strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf-8") == 0 || strcmp(codeset, "utf8") == 0);
}

/* Copies the name of the character set of a locale; "" where the system does not have that locale. */
static inline void cn_codeset(const char *name, char *buffer, size_t size) {
    locale_t locale = newlocale(LC_CTYPE_MASK, name, (locale_t)0);
    if (size > 0) buffer[0] = 0;
    if (!locale) return;
    strncpy(buffer, nl_langinfo_l(CODESET, locale), size - 1);
    buffer[size - 1] = 0;
    freelocale(locale);
}

/* term.h defines macros with names as common as "lines", so its functions are declared here. */
struct term;
extern int setupterm(const char *, int, int *);
extern struct term *set_curterm(struct term *);
extern int del_curterm(struct term *);
static inline void cn_forget_term(void) {
    struct term *old = set_curterm(0);
    if (old) del_curterm(old);
}

/* The handler's place in struct sigaction has another name on every system. */
static inline int cn_handle(int number, void (*handler)(int, siginfo_t *, void *), int flags, struct sigaction *old) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | flags;
    return sigaction(number, &action, old);
}
static inline int cn_is_ignored(const struct sigaction *action) {
    return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_IGN;
}
static inline void cn_default(int number) { signal(number, SIG_DFL); }

#endif
