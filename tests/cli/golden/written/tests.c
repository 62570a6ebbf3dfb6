/*
 * Tests of gauge (../gauge.c), made by Secateur: 5 tests, 2 of which show a fault.
 *
 *     cc tests.c -o tests -lm && ./tests
 *
 *     ./tests NAME...         these tests only; a test that shows a fault runs only when it is named
 *     ./tests --debug NAME    in this process, for a debugger
 *     ./tests --list
 */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wreturn-type"
#define main secateur_user_main
#include "../gauge.c"
#undef main
#pragma GCC diagnostic pop

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef NAN
#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
#endif

static int secateur_failures;

/* Counts a failure and tells where it is: in a buffer that the next call overwrites. */
static const char *secateur_differs(int line, const char *what, int index)
{
    static char place[200];
    secateur_failures++;
    if (index < 0)
        snprintf(place, sizeof place, "%s:%d: %s", __FILE__, line, what);
    else
        snprintf(place, sizeof place, "%s:%d: %s[%d]", __FILE__, line, what, index);
    return place;
}

static void secateur_int(int line, const char *what, int index, long long actual, long long expected)
{
    if (actual != expected)
        fprintf(stderr, "%s is %lld, but %lld was expected\n", secateur_differs(line, what, index),
                actual, expected);
}

#undef CHECK_INT
#define CHECK_INT(actual, expected) secateur_int(__LINE__, #actual, -1, actual, expected)


/* 7F 13F: division-by-zero at gauge.c:17 */
static void test000001(void)
{
    int level = 0;
    int step = 0;

    gauge(level, step);
}

/* 7F 13F: return 10 */
static void test000002(void)
{
    int level = 0;
    int step = 1;

    int returned = gauge(level, step);

    CHECK_INT(returned, 10);
    CHECK_INT(total, 0);
}

/* 7T 13F: division-by-zero at gauge.c:17 */
static void test000003(void)
{
    int level = 3;
    int step = 0;

    gauge(level, step);
}

/* 7T 13F: return 10 */
static void test000004(void)
{
    int level = 3;
    int step = 1;

    int returned = gauge(level, step);

    CHECK_INT(returned, 10);
    CHECK_INT(total, 1);
}

/* 7T 13T: return 0 */
static void test000005(void)
{
    int level = 51;
    int step = 0;

    int returned = gauge(level, step);

    CHECK_INT(returned, 0);
    CHECK_INT(total, 25);
}

struct secateur_test {
    const char *name;
    void (*run)(void);
    int exits, status;  /* it calls exit, with this status */
    const char *output; /* what it prints */
    size_t output_size; /* given when the output has a NUL in it */
    const char *fault;  /* what goes wrong; such a test runs only when it is named */
};

static const struct secateur_test secateur_tests[] = {
    {.name = "test000001", .run = test000001, .fault = "division-by-zero at gauge.c:17"},
    {.name = "test000002", .run = test000002},
    {.name = "test000003", .run = test000003, .fault = "division-by-zero at gauge.c:17"},
    {.name = "test000004", .run = test000004},
    {.name = "test000005", .run = test000005, .output = "high 51\n"},
};

#define SECATEUR_FAILED 1
#define SECATEUR_RETURNED 113 /* the exit status of a test that ran to its end as predicted */

/* Under a name of our own; what the function gave to atexit runs too. */
void secateur_leave(int status) __asm__("exit");

static void secateur_child(const struct secateur_test *test)
{
    test->run();
    secateur_leave(secateur_failures ? SECATEUR_FAILED : SECATEUR_RETURNED);
}

/* POSIX under names of our own: the source may use the usual ones for something else. */
int secateur_fork(void) __asm__("fork");
int secateur_wait(int process, int *status, int options) __asm__("waitpid");
int secateur_redirect(int from, int to) __asm__("dup2");
int secateur_descriptor(FILE *file) __asm__("fileno");
unsigned secateur_alarm(unsigned seconds) __asm__("alarm");

/* Does the file hold what the test should have printed? */
static int secateur_printed(FILE *file, const struct secateur_test *test)
{
    const char *expected = test->output ? test->output : "";
    size_t left = test->output_size ? test->output_size : strlen(expected);
    int character;
    rewind(file);
    for (; (character = getc(file)) != EOF; expected++, left--)
        if (left == 0 || (unsigned char)*expected != character)
            return 0;
    return left == 0;
}

/* Runs a test in a process of its own: tests share globals, and may exit. NULL: all is as predicted. */
static const char *secateur_run(const struct secateur_test *test)
{
    static char reason[100];
    FILE *output = tmpfile();
    int status = 0, process, signal, code, is_printed;
    if (output == NULL)
        return "no temporary file";
    fflush(NULL);
    process = secateur_fork();
    if (process == 0) {
        secateur_redirect(secateur_descriptor(output), 1);
        secateur_alarm(10);
        secateur_child(test);
    }
    secateur_wait(process, &status, 0);
    is_printed = secateur_printed(output, test);
    fclose(output);
    signal = status & 127;
    code = status >> 8 & 255;
    if (test->fault && !signal && (code == 0 || code == SECATEUR_RETURNED))
        return "nothing happened; try -fsanitize=address,undefined -fno-sanitize-recover=all";
    if (test->fault)
        return NULL;
    if (signal == 14)
        return "time is up";
    if (code == SECATEUR_FAILED && !test->exits)
        return "see above";
    if (signal || code != (test->exits ? test->status : SECATEUR_RETURNED)) {
        snprintf(reason, sizeof reason, "%s %d", signal ? "killed by signal" : "exit status",
                 signal ? signal : code);
        return code == SECATEUR_RETURNED ? "it returned" : reason;
    }
    return is_printed ? NULL : "the output differs";
}

static int secateur_is_chosen(const struct secateur_test *test, int argc, char **argv)
{
    if (argc < 2)
        return !test->fault;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], test->name) == 0)
            return 1;
    return 0;
}

static int secateur_run_tests(int argc, char **argv)
{
    const int count = sizeof secateur_tests / sizeof secateur_tests[0];
    const int list = argc == 2 && strcmp(argv[1], "--list") == 0;
    const int debug = argc == 3 && strcmp(argv[1], "--debug") == 0;
    int run = 0, failed = 0;
    for (int i = 0; i < count; i++) {
        const struct secateur_test *test = &secateur_tests[i];
        const char *reason;
        if (list)
            printf("%s %s\n", test->name, test->fault ? test->fault : "");
        if (list || !secateur_is_chosen(test, argc, argv))
            continue;
        if (debug)
            secateur_child(test);
        reason = secateur_run(test);
        run++;
        if (reason) {
            failed++;
            printf("FAIL %s: %s\n", test->name, reason);
        }
    }
    if (list)
        return 0;
    if (run == 0) {
        fprintf(stderr, "no such test; --list shows them all\n");
        return 2;
    }
    printf("%d tests, %d failed\n", run, failed);
    return failed != 0;
}

int main(int argc, char **argv)
{
    return secateur_run_tests(argc, argv);
}
