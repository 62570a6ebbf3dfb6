/*
 * A process scheduler, driven by commands.
 *
 * There is one processor and a queue of waiting processes for each priority. A command makes a process, raises its
 * priority, blocks or unblocks it, tells that its quantum has expired, or ends it. After every command the first
 * process of the highest queue that is not empty runs. Beside that, metrics are kept: where scripts come from, how
 * busy the processor is, whether the commands stall.
 *
 * -D COMMANDS=6 takes so many commands (default 3), -D NO_METRICS leaves out what watches the stream, -D LOG prints
 * every command. With -D BUG, a process of the highest priority is raised further.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#ifdef LOG
#include <stdio.h>
#endif

#ifndef COMMANDS
#define COMMANDS 3
#endif

enum { CAPACITY = 3, MAX_QUANTA = 2, STALL_TICKS = 50 };
enum priority { BACKGROUND, NORMAL, URGENT, PRIORITIES };
enum kind { NONE, NEW, UPGRADE, BLOCK, UNBLOCK, QUANTUM, FINISH, FLUSH, KINDS };
enum origin { CONSOLE, NETWORK };
enum state { FREE, WAITING, RUNNING, BLOCKED };

struct command {
    uint8_t kind;      /* its low three bits: `enum kind` */
    uint8_t is_urgent; /* NEW */
    uint16_t pid;      /* UNBLOCK */
    uint16_t elapsed;  /* ticks since the last command */
};

struct script {
    uint8_t origin; /* `enum origin` */
    struct command commands[COMMANDS];
};

struct process {
    uint16_t pid;
    enum state state;
    enum priority priority;
    int quanta; /* used up at this priority */
    struct process *next;
};

struct queue {
    struct process *first, *last;
    int length;
};

struct statistics {
    unsigned created, finished, refused;
    unsigned switches, demotions, preemptions;
    int most_waiting;
};

#ifndef NO_METRICS
struct metrics {
    uint32_t busy, idle; /* ticks */
    unsigned from_console, from_network;
    int is_stalled; /* the commands have paused for too long; stays on until somebody looks */
    int stalled_at;
};
#endif

static struct process processes[CAPACITY];
static struct queue waiting[PRIORITIES];
static struct queue blocked;
static struct process *running;
static uint16_t last_pid;
static struct statistics statistics;
#ifndef NO_METRICS
static struct metrics metrics;
#endif

/* --- queues --- */

static void append(struct queue *queue, struct process *process)
{
    process->next = NULL;
    if (queue->last)
        queue->last->next = process;
    else
        queue->first = process;
    queue->last = process;
    queue->length++;
}

static void unlink_after(struct queue *queue, struct process *previous, struct process *process)
{
    if (previous)
        previous->next = process->next;
    else
        queue->first = process->next;
    if (queue->last == process)
        queue->last = previous;
    process->next = NULL;
    queue->length--;
}

static struct process *take_first(struct queue *queue)
{
    struct process *process = queue->first;

    if (process)
        unlink_after(queue, NULL, process);
    return process;
}

/* Takes the process with this number out of the queue; NULL when it is not in there. */
static struct process *take(struct queue *queue, uint16_t pid)
{
    struct process *previous = NULL;

    for (struct process *process = queue->first; process; process = process->next) {
        if (process->pid == pid) {
            unlink_after(queue, previous, process);
            return process;
        }
        previous = process;
    }
    return NULL;
}

static int waiting_count(void)
{
    int count = 0;

    for (int priority = BACKGROUND; priority < PRIORITIES; priority++)
        count += waiting[priority].length;
    return count;
}

/* --- processes --- */

static struct process *free_process(void)
{
    for (int i = 0; i < CAPACITY; i++)
        if (processes[i].state == FREE)
            return &processes[i];
    return NULL;
}

static void make_wait(struct process *process, enum priority priority)
{
    if (process->priority != priority)
        process->quanta = 0;
    process->priority = priority;
    process->state = WAITING;
    append(&waiting[priority], process);
}

static void end(struct process *process)
{
    process->state = FREE;
    statistics.finished++;
}

/* The process that is next: the first one of the highest queue that is not empty. */
static void dispatch(void)
{
    for (int priority = PRIORITIES - 1; priority >= BACKGROUND; priority--) {
        if (running && (int)running->priority >= priority)
            return;
        if (waiting[priority].first) {
            if (running) {
                statistics.preemptions++;
                make_wait(running, running->priority);
            }
            running = take_first(&waiting[priority]);
            running->state = RUNNING;
            statistics.switches++;
            return;
        }
    }
}

/* --- commands --- */

static void create(int is_urgent)
{
    struct process *process = free_process();

    assert(process);
    process->pid = ++last_pid;
    process->quanta = 0;
    make_wait(process, is_urgent ? URGENT : NORMAL);
    statistics.created++;
}

/* Raises the one that has waited longest at the lowest priority. */
static void upgrade(void)
{
#ifdef BUG
    const int top = PRIORITIES;
#else
    const int top = URGENT;
#endif

    for (int priority = BACKGROUND; priority < top; priority++) {
        struct process *process = take_first(&waiting[priority]);

        if (process) {
            make_wait(process, priority + 1);
            return;
        }
    }
    statistics.refused++;
}

static void block(void)
{
    running->state = BLOCKED;
    append(&blocked, running);
    running = NULL;
}

static void unblock(uint16_t pid)
{
    struct process *process = take(&blocked, pid);

    if (process)
        make_wait(process, process->priority);
    else
        statistics.refused++;
}

/* To the end of its queue; who never gives up the processor by itself goes to a lower one. */
static void expire(void)
{
    struct process *process = running;
    enum priority priority = process->priority;

    if (++process->quanta >= MAX_QUANTA && priority > BACKGROUND) {
        priority--;
        statistics.demotions++;
    }
    running = NULL;
    make_wait(process, priority);
}

static void finish(void)
{
    end(running);
    running = NULL;
}

static void flush(void)
{
    struct process *process;

    finish();
    for (int priority = PRIORITIES - 1; priority >= BACKGROUND; priority--)
        while ((process = take_first(&waiting[priority])))
            end(process);
}

/* --- the stream of commands --- */

enum { HAS_ROOM = 1, HAS_RUNNING = 2, HAS_WAITING = 4, HAS_BLOCKED = 8, NEVER = 16 };

/* What must be there for a command to make sense. While someone waits, someone runs. */
static const uint8_t needs[KINDS] = {
    [NONE] = NEVER,          [NEW] = HAS_ROOM,        [UPGRADE] = HAS_WAITING, [BLOCK] = HAS_RUNNING,
    [UNBLOCK] = HAS_BLOCKED, [QUANTUM] = HAS_WAITING, [FINISH] = HAS_RUNNING,  [FLUSH] = HAS_WAITING,
};

static int what_is_there(void)
{
    int there = 0;

    if (free_process())
        there |= HAS_ROOM;
    if (running)
        there |= HAS_RUNNING;
    if (waiting_count() > 0)
        there |= HAS_WAITING;
    if (blocked.first)
        there |= HAS_BLOCKED;
    return there;
}

static void obey(const struct command *command)
{
    unsigned kind = command->kind % KINDS;

    if (needs[kind] & ~what_is_there()) {
        statistics.refused++;
        return;
    }
    switch (kind) {
    case NEW: create(command->is_urgent); break;
    case UPGRADE: upgrade(); break;
    case BLOCK: block(); break;
    case UNBLOCK: unblock(command->pid); break;
    case QUANTUM: expire(); break;
    case FINISH: finish(); break;
    case FLUSH: flush(); break;
    default: break;
    }
    dispatch();
}

#ifndef NO_METRICS
static void count_script(uint8_t origin)
{
    if (origin == CONSOLE)
        metrics.from_console++;
    else
        metrics.from_network++;
}

static void measure(int number, uint16_t elapsed)
{
    if (running)
        metrics.busy += elapsed;
    else
        metrics.idle += elapsed;
    if (!metrics.is_stalled && elapsed > STALL_TICKS) {
        metrics.is_stalled = 1;
        metrics.stalled_at = number;
    }
}
#endif

/* No process is lost, and nobody waits for the processor while it is idle. */
static void check(void)
{
    int count = waiting_count() + blocked.length + (running != NULL);

    assert(count == (int)(statistics.created - statistics.finished));
    assert(running || waiting_count() == 0);
}

/* Runs the script; gives the number of processes that are still there. */
int schedule(struct script script)
{
#ifndef NO_METRICS
    count_script(script.origin);
#endif
    for (int i = 0; i < COMMANDS; i++) {
        const struct command *command = &script.commands[i];

#ifdef LOG
        printf("%d: command %d, %d waiting\n", i, command->kind % KINDS, waiting_count());
#endif
#ifndef NO_METRICS
        measure(i, command->elapsed);
#endif
        obey(command);
        if (waiting_count() > statistics.most_waiting)
            statistics.most_waiting = waiting_count();
        check();
    }
    return (int)(statistics.created - statistics.finished);
}
