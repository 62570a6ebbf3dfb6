/* Each test has a folder of its own, which is removed afterwards. */
int secateur_make_folder(const char *name, unsigned mode) __asm__("mkdir");
int secateur_go_to(const char *folder) __asm__("chdir");
int secateur_number(void) __asm__("getpid");
unsigned secateur_masked(unsigned bits) __asm__("umask");
int secateur_remove(const char *name) __asm__("remove");
int secateur_visit(const char *folder, int (*each)(const char *, const void *, int, void *), int most, int flags)
    __asm__("nftw");
void *secateur_open(const char *name, const char *mode) __asm__("fopen");
unsigned long secateur_write(const void *from, unsigned long size, unsigned long count, void *to) __asm__("fwrite");
void secateur_give_input(const char *data, unsigned long size);
void secateur_give_file(const char *name, const char *data, unsigned long size);

static const char *secateur_folder(int process)
{
    static const char *const places[] = {"/tmp/secateur-test-%d", "secateur-test-%d"};
    static char name[64];
    int i;
    for (i = 0; i < 2; i++) {
        snprintf(name, sizeof name, places[i], process);
        if (process != secateur_number() || secateur_make_folder(name, 0755) == 0)
            break;
    }
    return name;
}

static void secateur_enter(void)
{
    secateur_masked(022);
    if (secateur_go_to(secateur_folder(secateur_number())) != 0)
        exit(SECATEUR_MISMATCH);
}

static int secateur_remove_one(const char *name, const void *status, int kind, void *place)
{
    (void)status, (void)kind, (void)place;
    return secateur_remove(name);
}

static void secateur_clean(int process)
{
    char name[64];
    snprintf(name, sizeof name, "/tmp/secateur-test-%d", process);
    secateur_visit(name, secateur_remove_one, 16, 8 | 1);
    secateur_visit(name + sizeof "/tmp/" - 1, secateur_remove_one, 16, 8 | 1);
}

void secateur_give_input(const char *data, unsigned long size)
{
    void *file = secateur_temporary();
    if (file == NULL || secateur_write(data, 1, size, file) != size)
        exit(SECATEUR_MISMATCH);
    secateur_flush(file);
    secateur_seek(secateur_descriptor(file), 0, 0);
    secateur_redirect(secateur_descriptor(file), 0);
}

void secateur_give_file(const char *name, const char *data, unsigned long size)
{
    void *file = secateur_open(name, "w");
    if (file == NULL || secateur_write(data, 1, size, file) != size)
        exit(SECATEUR_MISMATCH);
    secateur_close(file);
}
