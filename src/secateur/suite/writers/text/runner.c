/* Does the file contain what the test should have printed? */
static int secateur_printed(int file, const struct secateur_test *test)
{
    const char *expected = test->output;
    unsigned long left = test->output_size;
    unsigned char character;
    secateur_seek(file, 0, 0);
    for (; secateur_read(file, &character, 1) == 1; expected++, left--)
        if (left == 0 || (unsigned char)*expected != character)
            return 0;
    return left == 0;
}

static int secateur_fails(const struct secateur_test *test, const char *reason, int number)
{
    secateur_print(1, number < 0 ? "FAIL %s: %s\n" : "FAIL %s: %s %d\n", test->name, reason, number);
    return 1;
}

/* Runs a test in its own process, because tests share globals and may exit. 0: everything is as predicted. */
static int secateur_run(const struct secateur_test *test)
{
    void *output = secateur_temporary();
    int status = 0, process, signal, code, is_printed;
    if (output == NULL)
        return secateur_fails(test, "no temporary file", -1);
    secateur_flush(NULL);
    process = secateur_fork();
    if (process == 0) {
        secateur_redirect(secateur_descriptor(output), 1);
        secateur_alarm(10);
        secateur_child(test);
    }
    secateur_wait(process, &status, 0);
    is_printed = secateur_printed(secateur_descriptor(output), test);
    secateur_close(output);
    signal = status & 127;
    code = status >> 8 & 255;
    if (signal && !test->fault && test->exits && test->status == 128 + signal)
        code = test->status, signal = 0; /* as predicted */
    if (test->fault && !signal && (code == 0 || code == SECATEUR_RETURNED))
        return secateur_fails(
            test, "nothing happened; try -fsanitize=address,undefined -fno-sanitize-recover=all", -1);
    if (test->fault)
        return 0;
    if (signal)
        return signal == 14 ? secateur_fails(test, "timed out", -1)
                            : secateur_fails(test, "killed by signal", signal);
    if (code == SECATEUR_FAILED && !test->exits)
        return secateur_fails(test, "see above", -1);
    if (code != (test->exits ? test->status : SECATEUR_RETURNED))
        return code == SECATEUR_RETURNED ? secateur_fails(test, "it returned", -1)
                                         : secateur_fails(test, "exit status", code);
    return is_printed ? 0 : secateur_fails(test, "the output differs", -1);
}

static int secateur_same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static int secateur_is_chosen(const struct secateur_test *test, int argc, char **argv)
{
    int i;
    if (argc < 2)
        return !test->fault;
    for (i = 1; i < argc; i++)
        if (secateur_same(argv[i], test->name))
            return 1;
    return 0;
}

static int secateur_run_tests(int argc, char **argv)
{
    const int list = argc == 2 && secateur_same(argv[1], "--list");
    const int debug = argc == 3 && secateur_same(argv[1], "--debug");
    const struct secateur_test *test;
    int run = 0, failed = 0;
    for (test = secateur_tests; test->name; test++) {
        if (list)
            secateur_print(1, "%s %s\n", test->name, test->fault ? test->fault : "");
        if (list || !secateur_is_chosen(test, argc, argv))
            continue;
        if (debug)
            secateur_child(test);
        run++;
        failed += secateur_run(test);
    }
    if (list)
        return 0;
    if (run == 0 && argc > 1) {
        secateur_print(2, "no such test; --list shows them all\n");
        return 2;
    }
    secateur_print(1, "%d tests, %d failed\n", run, failed);
    return failed != 0;
}
