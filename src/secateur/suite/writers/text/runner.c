/* POSIX functions under our own names: the source may use the usual ones for something else. */
int secateur_fork(void) __asm__("fork");
int secateur_wait(int process, int *status, int options) __asm__("waitpid");
int secateur_redirect(int from, int to) __asm__("dup2");
int secateur_descriptor(FILE *file) __asm__("fileno");
unsigned secateur_alarm(unsigned seconds) __asm__("alarm");

/* Does the file contain what the test should have printed? */
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

/* Runs a test in its own process, because tests share globals and may exit. NULL: everything is as predicted. */
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
        return "timed out";
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
    const int list = argc == 2 && strcmp(argv[1], "--list") == 0;
    const int debug = argc == 3 && strcmp(argv[1], "--debug") == 0;
    int run = 0, failed = 0;
    for (const struct secateur_test *test = secateur_tests; test->name; test++) {
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
    if (run == 0 && argc > 1) {
        fprintf(stderr, "no such test; --list shows them all\n");
        return 2;
    }
    printf("%d tests, %d failed\n", run, failed);
    return failed != 0;
}
