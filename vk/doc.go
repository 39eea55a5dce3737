// Package vk runs compute shaders on Vulkan devices: a thin, safe layer over vulkan-go.
package vk
