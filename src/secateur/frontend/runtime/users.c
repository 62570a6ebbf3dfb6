/* pwd.h, grp.h and unistd.h: there are two users, root and user, with a group each; the program runs as user. */

#include "runtime.h"

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

enum { EPERM_NUMBER = 1, OWN_ID = 1000 };

static struct passwd users[] = {
    {"root", "x", 0, 0, "root", "/root", "/bin/sh"},
    {"user", "x", OWN_ID, OWN_ID, "user", "/home/user", "/bin/sh"},
};
static char *nobody[] = {NULL};
static struct group groups[] = {{"root", "x", 0, nobody}, {"user", "x", OWN_ID, nobody}};

enum { COUNT = sizeof users / sizeof *users };

static int is_same(const char *x, const char *y) {
    while (*x && *x == *y) x++, y++;
    return *x == *y;
}

static struct passwd *user_named(const char *name) {
    __secateur_this_system();
    for (int i = 0; i < COUNT; i++)
        if (is_same(name, users[i].pw_name)) return &users[i];
    return NULL;
}

static struct passwd *user_with(uid_t id) {
    __secateur_this_system();
    for (int i = 0; i < COUNT; i++)
        if (users[i].pw_uid == id) return &users[i];
    return NULL;
}

static struct group *group_named(const char *name) {
    __secateur_this_system();
    for (int i = 0; i < COUNT; i++)
        if (is_same(name, groups[i].gr_name)) return &groups[i];
    return NULL;
}

static struct group *group_with(gid_t id) {
    __secateur_this_system();
    for (int i = 0; i < COUNT; i++)
        if (groups[i].gr_gid == id) return &groups[i];
    return NULL;
}

struct passwd *getpwnam(const char *name) { return user_named(name); }
struct passwd *getpwuid(uid_t id) { return user_with(id); }
struct group *getgrnam(const char *name) { return group_named(name); }
struct group *getgrgid(gid_t id) { return group_with(id); }

/* The variants with a buffer, which they do not need: the texts are never changed. */
#define WITH_BUFFER(type, name, key_type, find) \
    int name(key_type key, type *to, char *buffer, size_t size, type **result) { \
        type *found = find(key); \
        (void)buffer; \
        *result = NULL; \
        if (!found) return 0; \
        if (size < 32) return SECATEUR_ERANGE; \
        *to = *found; \
        *result = to; \
        return 0; \
    }

WITH_BUFFER(struct passwd, getpwnam_r, const char *, user_named)
WITH_BUFFER(struct passwd, getpwuid_r, uid_t, user_with)
WITH_BUFFER(struct group, getgrnam_r, const char *, group_named)
WITH_BUFFER(struct group, getgrgid_r, gid_t, group_with)

/* --- one after the other --- */

static int next_user, next_group;

void setpwent(void) { next_user = 0; }
void endpwent(void) { next_user = 0; }
void setgrent(void) { next_group = 0; }
void endgrent(void) { next_group = 0; }

struct passwd *getpwent(void) {
    __secateur_this_system();
    return next_user < COUNT ? &users[next_user++] : NULL;
}

struct group *getgrent(void) {
    __secateur_this_system();
    return next_group < COUNT ? &groups[next_group++] : NULL;
}

int getgrouplist(const char *name, gid_t group, gid_t *to, int *room) {
    int has_room = *room > 0;
    (void)name;
    __secateur_this_system();
    if (has_room) *to = group;
    *room = 1;
    return has_room ? 1 : -1;
}

int getgroups(int room, gid_t *to) {
    __secateur_this_system();
    if (room < 0) FAIL(SECATEUR_EINVAL, -1);
    if (room) *to = OWN_ID;
    return 1;
}

int setgroups(size_t count, const gid_t *list) {
    (void)count, (void)list;
    FAIL(EPERM_NUMBER, -1);
}

int initgroups(const char *name, gid_t group) {
    (void)name, (void)group;
    FAIL(EPERM_NUMBER, -1);
}

/* --- who the program is --- */

static unsigned own_id(void) { return __secateur_this_system(), OWN_ID; }

uid_t getuid(void) { return own_id(); }
uid_t geteuid(void) { return own_id(); }
gid_t getgid(void) { return own_id(); }
gid_t getegid(void) { return own_id(); }

static int give(unsigned *real, unsigned *effective, unsigned *saved) {
    *real = *effective = *saved = own_id();
    return 0;
}

int getresuid(uid_t *real, uid_t *effective, uid_t *saved) { return give(real, effective, saved); }
int getresgid(gid_t *real, gid_t *effective, gid_t *saved) { return give(real, effective, saved); }

/* Only the superuser may become another; -1 stands for "as it is". */
static int become(unsigned id) {
    __secateur_this_system();
    if ((id == OWN_ID) | (id == -1u)) return 0;
    FAIL(EPERM_NUMBER, -1);
}

int setuid(uid_t id) { return become(id); }
int seteuid(uid_t id) { return become(id); }
int setgid(gid_t id) { return become(id); }
int setegid(gid_t id) { return become(id); }
int setreuid(uid_t real, uid_t effective) { return become(real) | become(effective); }
int setregid(gid_t real, gid_t effective) { return become(real) | become(effective); }
int setresuid(uid_t real, uid_t effective, uid_t saved) { return become(real) | become(effective) | become(saved); }
int setresgid(gid_t real, gid_t effective, gid_t saved) { return become(real) | become(effective) | become(saved); }

char *getlogin(void) {
    static char name[] = "user";
    __secateur_this_system();
    return name;
}

int getlogin_r(char *to, size_t size) {
    __secateur_this_system();
    if (size < 5) return SECATEUR_ERANGE;
    copy_limited(to, "user", size);
    return 0;
}
