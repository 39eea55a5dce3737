/*
 * aco-vk finds short tours for the travelling salesman problem, on any Vulkan GPU or on the processor.
 *
 *   aco_vk_solver *solver;
 *   aco_vk_open(NULL, &solver);
 *   aco_vk_solve(solver, &problem, &options, tour, &result);
 *   aco_vk_close(solver);
 *
 * Cities are numbered from 0. Texts are UTF-8. All functions may be
 * called by any thread at any time. A function that returns int returns an ACO_VK_… code, and
 * aco_vk_message() says more.
 *
 * Begin each struct with its INIT macro: a field that you do not set has its default then. Later versions
 * append fields, and take the structs of earlier ones. C++ before C++20 has no such macros: begin with {}, and
 * set size, and seed to 1.
 *
 * The library has Go's runtime, which cannot be unloaded: never call dlclose or FreeLibrary. A process that
 * has loaded it must not go on in a child of fork, except to call exec.
 */
#ifndef ACO_VK_H
#define ACO_VK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(ACO_VK_BUILD)
#define ACO_VK_API __declspec(dllexport)
#elif defined(_WIN32)
#define ACO_VK_API __declspec(dllimport)
#else
#define ACO_VK_API __attribute__((visibility("default")))
#endif

/* Codes of errors. Later versions may add some. */
enum {
	ACO_VK_OK = 0,
	ACO_VK_INVALID = 1,   /* an argument, the problem or an option cannot be used */
	ACO_VK_NO_DEVICE = 2, /* no device matches, or it cannot be used */
	ACO_VK_TOO_LARGE = 3, /* the run does not fit a device or the memory */
	ACO_VK_NO_TOUR = 4,   /* every tour that was found has a leg of infinite distance */
	ACO_VK_CANCELLED = 5, /* aco_vk_cancel ended the run before it had a tour */
	ACO_VK_CLOSED = 6,    /* the solver is closed, or is none */
	ACO_VK_IN_USE = 7,    /* a progress function waits for its own run */
	ACO_VK_FAILED = 8     /* anything else */
};

/* A solver keeps devices open for many runs. */
typedef struct aco_vk_solver aco_vk_solver;

/* The distances, in one of three forms, and legs that every tour must have. The library copies all arrays. */
typedef struct aco_vk_problem {
	size_t size;
	int64_t n; /* number of cities, 1 or more */

	/* Coordinates of city i: x[i * stride] and y[i * stride]. A stride of 0 is 1. For an array of pairs, x points
	 * to its first number, y to its second, and the stride is 2. */
	const double *x, *y;
	int64_t stride;
	/* NULL or "euclidean"; "manhattan"; "haversine": metres between latitudes x and longitudes y in degrees; or
	 * a name of TSPLIB, such as "EUC_2D", with its rounding to whole numbers. Only with coordinates. */
	const char *metric;

	/* Or a matrix: the distance from city i to city j is distances[i * n + j]. If distances back differ, it is
	 * asymmetric. The diagonal is ignored. INFINITY: there is no such leg. */
	const double *distances;
	/* Or a matrix of whole numbers from 0 on. */
	const int32_t *weights;

	/* fixed_count pairs of cities: legs of every tour. With an asymmetric matrix they have a direction. */
	const int32_t *fixed;
	int64_t fixed_count;
} aco_vk_problem;

#define ACO_VK_PROBLEM_INIT { .size = sizeof(aco_vk_problem) }

/* An event of a run. The texts are valid until the function returns. */
typedef struct aco_vk_progress {
	size_t size;
	const char *phase; /* such as "setup", "search", "finish" */
	int64_t iteration;
	double elapsed;     /* seconds */
	double length;      /* of the best tour so far; 0: there is none yet */
	const char *notice; /* something that the user should know; NULL: nothing */
} aco_vk_progress;

/* A function that is called for each event of a run, in one thread at a time, which need not be a thread of
 * yours. The run waits for it to return. Another value than 0 ends the run with its best tour. */
typedef int aco_vk_progress_function(const aco_vk_progress *progress, void *user);

#define ACO_VK_ANY (-1) /* any city, as an end of a path */

typedef struct aco_vk_options {
	size_t size;
	uint64_t seed; /* INIT sets 1 */

	/* The run stops as soon as one of these rules holds; 0: no such rule. Without any, it stops after 60 s,
	 * or once no shorter tour is to be expected. */
	double time_limit; /* seconds since the run has a device */
	double idle;       /* seconds without improvement */
	double target;     /* a length that is short enough */
	int64_t iterations;
	int64_t stall; /* iterations without improvement */

	const int32_t *path;    /* two cities or ACO_VK_ANY: the ends of an open path; NULL: a closed tour */
	const int32_t *initial; /* a tour of n cities to begin with; NULL: none */
	const char *algorithm;  /* "merged", "chained", "mmas", "acs" or "as"; NULL: by the problem */

	uint64_t run; /* a number of your choice, for aco_vk_cancel */
	aco_vk_progress_function *progress;
	void *user; /* an argument of progress */

	/* Another stop rule: seconds that the stages of all devices have taken together; 0: no such rule. */
	double device_time;
} aco_vk_options;

#define ACO_VK_OPTIONS_INIT { .size = sizeof(aco_vk_options), .seed = 1 }

typedef struct aco_vk_result {
	size_t size;
	double length;  /* of the tour, in the units of the problem */
	double elapsed; /* seconds */
	int64_t iterations;
	char stop[24];      /* "iterations", "time_limit", "device_time", "target", "stall", "idle", "interrupted", "failure", "optimal" */
	char algorithm[24]; /* what ran */
	char device[128];   /* where it ran */
} aco_vk_result;

#define ACO_VK_RESULT_INIT { .size = sizeof(aco_vk_result) }

/* Returns the version of the library, such as "0.9.1". */
ACO_VK_API const char *aco_vk_version(void);

/* Returns what the last call in this thread had to say, in one line or several: the reason of an error, with
 * what to do; after a run that a device did not finish (stop "failure") the reason of it; else "". After
 * aco_vk_solve_many, lines such as "problem 3: ..." are for single problems; if they do not fit, the last line is
 * "... and 7 more". The message is valid until the next call in this thread. */
ACO_VK_API const char *aco_vk_message(void);

/* Returns a warning about the data of the last call in this thread, if that solved a problem: something that
 * looks wrong, such as a city at latitude 0, longitude 0. The first one has index 0; NULL: there are no more.
 * After aco_vk_solve_many it begins with "problem 3: "; if the warnings do not fit, the last one is "... and 7
 * more". It is valid until the next call of another function in this thread. */
ACO_VK_API const char *aco_vk_warning(size_t index);

/* Opens devices by name: "cpu" (the processor), "vulkan" (the best GPU, else a software device), an index, a
 * part of a name, a UUID, or several of them, separated by commas. NULL or "auto": the first run opens the
 * best GPU, and is on the processor if there is none. */
ACO_VK_API int aco_vk_open(const char *devices, aco_vk_solver **solver);

/* Solves a problem and writes the n cities in the order of the visit to tour; an open path begins at its
 * first end. It waits for a free device. options and result may be NULL. */
ACO_VK_API int aco_vk_solve(aco_vk_solver *solver, const aco_vk_problem *problem, const aco_vk_options *options,
	int32_t *tour, aco_vk_result *result);

/* Solves count problems with the same options, as many at once as the processor has cores. Problem i has the
 * tour in tours[i], and its result in results[i] and codes[i]; results and codes may be NULL. Without a tour
 * (codes[i] is not 0) results[i] does not change. The elements of an array of structs have the same size. Each
 * problem has the whole time limit. Returns the code of the first problem without a tour. options.initial and
 * options.progress are refused: each belongs to one problem. After aco_vk_cancel, problems that were not begun
 * have ACO_VK_CANCELLED. */
ACO_VK_API int aco_vk_solve_many(aco_vk_solver *solver, const aco_vk_problem *problems, size_t count,
	const aco_vk_options *options, int32_t *const *tours, aco_vk_result *results, int *codes);

/* Ends the runs of a solver whose options have the number run, with the best tours that they have; 0: all.
 * Returns how many there are now, or ACO_VK_CLOSED as a negative number. It does not wait for their end. */
ACO_VK_API int aco_vk_cancel(aco_vk_solver *solver, uint64_t run);

/* Ends all runs of a solver, waits for them and closes its devices. */
ACO_VK_API int aco_vk_close(aco_vk_solver *solver);

#ifdef __cplusplus
}
#endif

#endif
