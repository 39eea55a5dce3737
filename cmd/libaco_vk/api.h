/* What api.c and the Go files share. */
#ifndef ACO_VK_SHARED_H
#define ACO_VK_SHARED_H

#define ACO_VK_BUILD
#include "aco_vk.h"

/* Calls a progress function of a run. Runs that it begins itself are known as the run's. */
int acoVkCall(aco_vk_progress_function *function, aco_vk_progress *progress, void *user, uint64_t run);

#endif
