/*
 * The functions of aco_vk.h. Each one checks structs, whose size depends on the version of the caller, and
 * calls its namesake in export.go.
 */
#include "api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <pthread.h>
#endif

#include "_cgo_export.h"

/*
 * The message of the last call in each thread, and behind it the warnings, each with a 0 at its end. They are
 * not in the memory of threads itself: dlopen has a kilobyte or two of that for all libraries together.
 */
enum { ROOM = 4096, ALL = 4 * ROOM };
static _Thread_local char *message;
static char shared[ALL]; /* of threads without memory */

/* Frees the message of a thread that ends. */
#ifdef _WIN32
static DWORD key;
static void WINAPI drop(void *memory)
{
	message = NULL;
	free(memory);
}
__attribute__((constructor)) static void prepare(void) { key = FlsAlloc(drop); }
static void free_at_end(void *memory) { FlsSetValue(key, memory); }
#else
static pthread_key_t key;
static void drop(void *memory)
{
	message = NULL;
	free(memory);
}
__attribute__((constructor)) static void prepare(void) { pthread_key_create(&key, drop); }
static void free_at_end(void *memory) { pthread_setspecific(key, memory); }
#endif

/* Returns the message of this thread. */
static char *text(void)
{
	if (!message && (message = calloc(1, ALL)))
		free_at_end(message);
	return message ? message : shared;
}

/* Removes the message and the warnings of the call before. */
static void begin(void) { text()[0] = text()[ROOM] = text()[ROOM + 1] = 0; }

/* The run whose progress function this thread is in; 0: none. */
static _Thread_local uint64_t calling;

/* The smallest size of each struct: what its first version has. */
enum {
	PROBLEM_SIZE = sizeof(aco_vk_problem),
	OPTIONS_SIZE = offsetof(aco_vk_options, device_time),
	RESULT_SIZE = sizeof(aco_vk_result),
	LARGEST = 4096, /* of all versions to come */
};

/* Checks the size of a struct of any version. */
static int check(const char *name, const size_t *size, size_t least)
{
	if (!size)
		snprintf(text(), ROOM, "%s is NULL", name);
	else if (*size < least || *size > LARGEST)
		snprintf(text(), ROOM, "%s.size is %zu, not %zu or a little more; begin with its INIT macro", name, *size, least);
	else
		return ACO_VK_OK;
	return ACO_VK_INVALID;
}

/* Copies a struct of any version. What a later one sets, but this one does not know, is refused. */
static int take(const char *name, void *to, size_t size, const size_t *from, size_t least)
{
	if (check(name, from, least))
		return ACO_VK_INVALID;
	for (size_t i = size; i < *from; i++) {
		if (((const char *)from)[i]) {
			snprintf(text(), ROOM, "%s has a field that this version of the library lacks", name);
			return ACO_VK_INVALID;
		}
	}
	memset(to, 0, size);
	memcpy(to, from, *from < size ? *from : size);
	return ACO_VK_OK;
}

const char *aco_vk_version(void) { return acoVkVersion(); }

const char *aco_vk_message(void) { return text(); }

const char *aco_vk_warning(size_t index)
{
	const char *warning = text() + ROOM;
	for (; *warning && index; index--)
		warning += strlen(warning) + 1;
	return *warning ? warning : NULL;
}

int aco_vk_open(const char *devices, aco_vk_solver **solver)
{
	begin();
	if (!solver) {
		snprintf(text(), ROOM, "solver is NULL; give the address of a pointer");
		return ACO_VK_INVALID;
	}
	*solver = NULL;
	uintptr_t number = 0;
	int code = acoVkOpen((char *)devices, &number, text(), ROOM);
	*solver = (aco_vk_solver *)number;
	return code;
}

int aco_vk_solve(aco_vk_solver *solver, const aco_vk_problem *problem, const aco_vk_options *options,
	int32_t *tour, aco_vk_result *result)
{
	aco_vk_problem p;
	aco_vk_options o = ACO_VK_OPTIONS_INIT;
	aco_vk_result r = ACO_VK_RESULT_INIT;
	begin();
	if (take("problem", &p, sizeof p, (const size_t *)problem, PROBLEM_SIZE) ||
		(options && take("options", &o, sizeof o, (const size_t *)options, OPTIONS_SIZE)) ||
		(result && check("result", &result->size, RESULT_SIZE)))
		return ACO_VK_INVALID;
	if (!tour) {
		snprintf(text(), ROOM, "tour is NULL; give room for n cities");
		return ACO_VK_INVALID;
	}
	int code = acoVkSolve((uintptr_t)solver, calling, &p, &o, tour, &r, text(), ROOM, ALL);
	if (result && !code) {
		r.size = result->size; /* fields of a later version stay as they are */
		memcpy(result, &r, r.size < sizeof r ? r.size : sizeof r);
	}
	return code;
}

/* Checks and copies the structs of many problems; each array has structs of one size. */
static int take_many(aco_vk_problem *p, const aco_vk_problem *problems, size_t count, const aco_vk_result *results,
	int32_t *const *tours)
{
	for (size_t i = 0; i < count; i++) {
		const size_t *problem = (const size_t *)((const char *)problems + (i ? i * problems->size : 0));
		const size_t *result = (const size_t *)((const char *)results + (i && results ? i * results->size : 0));
		if (take("problem", &p[i], sizeof *p, problem, PROBLEM_SIZE) || (results && check("result", result, RESULT_SIZE)))
			return ACO_VK_INVALID;
		if (*problem != problems->size || (results && *result != results->size) || !tours || !tours[i]) {
			snprintf(text(), ROOM, "problem %zu: give structs of one size, and a tour with room for n cities", i);
			return ACO_VK_INVALID;
		}
	}
	return ACO_VK_OK;
}

int aco_vk_solve_many(aco_vk_solver *solver, const aco_vk_problem *problems, size_t count,
	const aco_vk_options *options, int32_t *const *tours, aco_vk_result *results, int *codes)
{
	aco_vk_options o = ACO_VK_OPTIONS_INIT;
	begin();
	if (count > INT32_MAX) {
		snprintf(text(), ROOM, "count is %zu; give at most %d", count, INT32_MAX);
		return ACO_VK_INVALID;
	}
	aco_vk_problem *p = calloc(count + 1, sizeof *p);
	aco_vk_result *r = calloc(count + 1, sizeof *r);
	int *each = calloc(count + 1, sizeof *each), code = ACO_VK_INVALID, begun = 0;
	if (!p || !r || !each) {
		snprintf(text(), ROOM, "no memory for %zu problems", count);
		code = ACO_VK_TOO_LARGE;
	} else if (!(options && take("options", &o, sizeof o, (const size_t *)options, OPTIONS_SIZE)) &&
		!take_many(p, problems, count, results, tours)) {
		begun = 1;
		code = acoVkSolveMany((uintptr_t)solver, calling, p, count, &o, (int32_t **)tours, r, each, text(), ROOM, ALL);
		for (size_t i = 0; results && i < count; i++) {
			aco_vk_result *to = (aco_vk_result *)((char *)results + i * results->size);
			r[i].size = to->size;
			if (!each[i])
				memcpy(to, &r[i], to->size < sizeof *r ? to->size : sizeof *r);
		}
	}
	for (size_t i = 0; codes && i < count; i++)
		codes[i] = begun ? each[i] : code;
	free(p);
	free(r);
	free(each);
	return code;
}

int aco_vk_cancel(aco_vk_solver *solver, uint64_t run)
{
	begin();
	return acoVkCancel((uintptr_t)solver, run, text(), ROOM);
}

int aco_vk_close(aco_vk_solver *solver)
{
	begin();
	return acoVkClose((uintptr_t)solver, calling, text(), ROOM);
}

int acoVkCall(aco_vk_progress_function *function, aco_vk_progress *progress, void *user, uint64_t run)
{
	uint64_t before = calling;
	calling = run;
	int end = function(progress, user);
	calling = before;
	return end;
}
