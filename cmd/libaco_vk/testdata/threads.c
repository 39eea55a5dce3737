/* Four threads, cancelling, progress functions and closing, with a library that dlopen loads. The argument is its path. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "aco_vk.h"

static __typeof__(aco_vk_message) *message;
static __typeof__(aco_vk_open) *open_solver;
static __typeof__(aco_vk_solve) *solve;
static __typeof__(aco_vk_cancel) *cancel;
static __typeof__(aco_vk_close) *close_solver;

#define aco_vk_message() message()
#include "check.h"

enum { N = 301, THREADS = 4, ROUNDS = 3 };

static double x[N], y[N];
static aco_vk_solver *solver;
static atomic_int wrong_runs, ended[4]; /* by the number of the run */

static aco_vk_problem plane(void)
{
	aco_vk_problem p = ACO_VK_PROBLEM_INIT;
	p.n = N;
	p.x = x;
	p.y = y;
	return p;
}

/* Iterations that no run gets to. */
static aco_vk_options endless(void)
{
	aco_vk_options o = ACO_VK_OPTIONS_INIT;
	o.iterations = INT32_MAX;
	return o;
}

/* Ends the run at its first tour. */
static int end(const aco_vk_progress *now, void *user)
{
	++*(int *)user;
	return now->length > 0;
}

static void *rounds(void *argument)
{
	int32_t *tour = malloc(sizeof(int32_t) * N);
	for (int i = 0; i < ROUNDS; i++) {
		aco_vk_problem p = plane();
		aco_vk_options o = ACO_VK_OPTIONS_INIT;
		aco_vk_result r = ACO_VK_RESULT_INIT;
		int events = 0;
		o.iterations = 5;
		o.user = &events;
		o.progress = i % 2 ? end : NULL;
		if (solve(solver, &p, &o, tour, &r) || !is_tour(tour, N) || r.length <= 0)
			wrong_runs++;
		p.n = -i;
		if (solve(solver, &p, &o, tour, &r) != ACO_VK_INVALID || !strstr(message(), "n: "))
			wrong_runs++;
	}
	free(tour);
	return argument;
}

/* A run until another thread ends it. */
static void *until_cancelled(void *argument)
{
	int32_t tour[N];
	aco_vk_problem p = plane();
	aco_vk_options o = endless();
	aco_vk_result r = ACO_VK_RESULT_INIT;
	o.run = *(int *)argument;
	int code = solve(solver, &p, &o, tour, &r);
	/* The solver may be closed, or the run cancelled, before it has a tour. */
	if (code == ACO_VK_OK && (!is_tour(tour, N) || strcmp(r.stop, "interrupted")))
		wrong_runs++;
	if (code != ACO_VK_OK && code != ACO_VK_CANCELLED && code != ACO_VK_CLOSED)
		wrong_runs++;
	ended[o.run]++;
	return argument;
}

static int closes(const aco_vk_progress *now, void *user)
{
	(void)now;
	*(int *)user = 1;
	IS(close_solver(solver), ACO_VK_IN_USE);
	return 0;
}

/* A run of another solver within the run, which closes the solver of the outer run. */
static void other(void)
{
	int32_t tour[N];
	aco_vk_solver *second;
	aco_vk_problem p = plane();
	aco_vk_options o = ACO_VK_OPTIONS_INIT;
	int called = 0;
	o.iterations = 1;
	o.progress = closes;
	o.user = &called;
	IS(open_solver("cpu", &second), ACO_VK_OK);
	IS(solve(second, &p, &o, tour, NULL), ACO_VK_OK);
	IS(called, 1);
	IS(close_solver(second), ACO_VK_OK);
}

/* A run within the run, and closing within it. */
static int within(const aco_vk_progress *now, void *user)
{
	int32_t tour[N];
	aco_vk_problem p = plane();
	aco_vk_options o = ACO_VK_OPTIONS_INIT;
	o.iterations = 1;
	if (now->length > 0 && !*(int *)user) {
		*(int *)user = 1;
		IS(close_solver(solver), ACO_VK_IN_USE);
		int code = solve(solver, &p, &o, tour, NULL);
		IS(code == ACO_VK_OK || code == ACO_VK_IN_USE, 1);
		other();
	}
	return 0;
}

static void nest(void)
{
	int32_t tour[N];
	aco_vk_problem p = plane();
	aco_vk_options o = ACO_VK_OPTIONS_INIT;
	int called = 0;
	o.iterations = 5;
	o.progress = within;
	o.user = &called;
	IS(solve(solver, &p, &o, tour, NULL), ACO_VK_OK);
	IS(called, 1);
}

static double milliseconds(struct timespec from)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - from.tv_sec) * 1e3 + (now.tv_nsec - from.tv_nsec) / 1e6;
}

static void load(const char *path)
{
	struct timespec start;
	clock_gettime(CLOCK_MONOTONIC, &start);
	void *library = dlopen(path, RTLD_NOW);
	if (!library) {
		printf("%s\n", dlerror());
		exit(1);
	}
	printf("load: %.2f ms\n", milliseconds(start));
	*(void **)&message = dlsym(library, "aco_vk_message");
	*(void **)&open_solver = dlsym(library, "aco_vk_open");
	*(void **)&solve = dlsym(library, "aco_vk_solve");
	*(void **)&cancel = dlsym(library, "aco_vk_cancel");
	*(void **)&close_solver = dlsym(library, "aco_vk_close");
}

static void time_of_error(void)
{
	struct timespec start;
	clock_gettime(CLOCK_MONOTONIC, &start);
	aco_vk_problem p = plane();
	int32_t tour[N];
	p.n = -1;
	for (int i = 0; i < 1000; i++)
		solve(solver, &p, NULL, tour, NULL);
	printf("error: %.2f µs\n", milliseconds(start));
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];
	int names[THREADS] = {1, 2, 1, 3};
	if (argc < 3)
		return 2;
	setvbuf(stdout, NULL, _IONBF, 0); /* what it printed is there when it hangs */
	load(argv[1]);
	scatter(x, y, N);
	IS(open_solver(argv[2], &solver), ACO_VK_OK);
	time_of_error();

	for (int i = 0; i < THREADS; i++)
		pthread_create(threads + i, NULL, rounds, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	IS(wrong_runs, 0);
	nest();

	for (int i = 0; i < THREADS; i++)
		pthread_create(threads + i, NULL, until_cancelled, names + i);
	for (; ended[1] < 2; usleep(1000)) /* a run that has not begun is not cancelled */
		cancel(solver, 1);
	IS(ended[2] + ended[3], 0);
	for (; ended[3] < 1; usleep(1000))
		cancel(solver, 3);
	IS(ended[2], 0);
	IS(close_solver(solver), ACO_VK_OK); /* which ends the run 2 */
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	IS(wrong_runs, 0);
	printf("%d failures\n", failures);
	return failures != 0;
}
