/* A scheduler with two forms of lists: tasks that are ready wait in a queue with single links, tasks that sleep are in a
   ring with links in both directions, sorted by the time when they wake. Commands start a task, put the running one to
   sleep, let time pass, stop a task, or let the next one run.
   Written for this project. -D COMMANDS=N takes so many commands (default 5). With -D BUG, a task that is ready is stopped
   as if it slept. */
#include <stddef.h>
#include <stdint.h>

#ifndef COMMANDS
#define COMMANDS 5
#endif

enum { TASKS = 3, LONG_SLEEP = 8, MOST_TICKS = 20 };
enum kind { START, SLEEP, TICK, STOP, YIELD, KINDS };
enum state { UNUSED, READY, RUNNING, SLEEPING };

struct command {
    uint8_t kind;   /* the rest of a division by KINDS */
    uint8_t amount; /* ticks, or the number of a task */
};

struct script {
    struct command commands[COMMANDS];
};

struct task {
    enum state state;
    uint8_t wakes_at;
    uint8_t runs;
    struct task *next; /* in the queue */
    struct task *before, *after; /* in the ring */
};

struct totals {
    int started, stopped, refused, woken;
    int longest; /* sleep */
};

static struct task tasks[TASKS];
static struct task *first_ready, *last_ready;
static struct task ring; /* of those that sleep; it is not a task itself */
static struct task *running;
static uint8_t now;
static struct totals totals;

/* --- the queue --- */

static void make_ready(struct task *task)
{
    task->state = READY;
    task->next = NULL;
    if (last_ready)
        last_ready->next = task;
    else
        first_ready = task;
    last_ready = task;
}

static struct task *take_ready(void)
{
    struct task *task = first_ready;

    if (task) {
        first_ready = task->next;
        if (!first_ready)
            last_ready = NULL;
        task->next = NULL;
    }
    return task;
}

static void remove_ready(struct task *task)
{
    struct task *previous = NULL;

    for (struct task *each = first_ready; each; each = each->next) {
        if (each == task) {
            if (previous)
                previous->next = task->next;
            else
                first_ready = task->next;
            if (last_ready == task)
                last_ready = previous;
            return;
        }
        previous = each;
    }
}

/* --- the ring --- */

static void insert_sleeping(struct task *task)
{
    struct task *place = ring.after;

    while (place != &ring && place->wakes_at <= task->wakes_at)
        place = place->after;
    task->after = place;
    task->before = place->before;
    place->before->after = task;
    place->before = task;
    task->state = SLEEPING;
}

static void remove_sleeping(struct task *task)
{
    task->before->after = task->after;
    task->after->before = task->before;
    task->before = task->after = NULL;
}

/* --- commands --- */

static void start(void)
{
    for (int i = 0; i < TASKS; i++)
        if (tasks[i].state == UNUSED) {
            tasks[i].runs = 0;
            make_ready(&tasks[i]);
            totals.started++;
            return;
        }
    totals.refused++;
}

static void go_to_sleep(uint8_t ticks)
{
    if (!running || ticks == 0) {
        totals.refused++;
        return;
    }
    if (ticks > MOST_TICKS)
        ticks = MOST_TICKS;
    running->wakes_at = (uint8_t)(now + ticks);
    if (ticks > totals.longest)
        totals.longest = ticks;
    insert_sleeping(running);
    running = NULL;
}

static void pass_time(uint8_t ticks)
{
    now = (uint8_t)(now + (ticks > MOST_TICKS ? MOST_TICKS : ticks));
    while (ring.after != &ring && ring.after->wakes_at <= now) {
        struct task *task = ring.after;

        remove_sleeping(task);
        make_ready(task);
        totals.woken++;
    }
}

static void stop(uint8_t number)
{
    struct task *task = &tasks[number % TASKS];

    if (task->state == UNUSED) {
        totals.refused++;
        return;
    }
#ifndef BUG
    if (task->state == READY)
        remove_ready(task);
    else
#endif
    if (task->state != RUNNING)
        remove_sleeping(task);
    else
        running = NULL;
    task->state = UNUSED;
    totals.stopped++;
}

static void dispatch(int is_forced)
{
    if (running && is_forced) {
        make_ready(running);
        running = NULL;
    }
    if (!running) {
        running = take_ready();
        if (running) {
            running->state = RUNNING;
            running->runs++;
        }
    }
}

static int count_in(enum state state)
{
    int count = 0;

    for (int i = 0; i < TASKS; i++)
        count += tasks[i].state == state;
    return count;
}

/* What is there in the end: who runs, and how many are ready and sleep. */
int dispatcher(struct script script)
{
    int who = 0;

    ring.before = ring.after = &ring;
    for (int i = 0; i < COMMANDS; i++) {
        uint8_t amount = script.commands[i].amount;

        switch (script.commands[i].kind % KINDS) {
        case START: start(); break;
        case SLEEP: go_to_sleep(amount); break;
        case TICK: pass_time(amount); break;
        case STOP: stop(amount); break;
        default: break;
        }
        dispatch(script.commands[i].kind % KINDS == YIELD);
    }
    if (running)
        who = (int)(running - tasks) + 1;
    return who * 100 + count_in(READY) * 10 + count_in(SLEEPING) + (totals.longest > LONG_SLEEP ? 1000 : 0);
}
