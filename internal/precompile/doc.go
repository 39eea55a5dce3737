// Package precompile opens a device and makes pipelines in a child process before this process does. A driver that crashes or hangs meanwhile ends the
// child, and this process gets an error.
//
// As many pipelines as there are processors are made at the same time. If that ends the child, another one makes them one by one, so that the error names the pipeline. The
// child that has opened a device also makes its pipelines.
//
// The child leaves the compiled pipelines in the device's pipeline cache, where this process finds them. Pipelines that a driver has made once are
// listed in a file of the user's cache folder and are not tried again. A crash is not stored: the next call tries again.
//
//	checker := &precompile.Checker{Command: command}
//	err := checker.CheckOpening(instance, index)
//	...
//	device, err := instance.OpenDevice(index, vk.DeviceOptions{Check: checker.Check})
//
// The process that Command starts calls [Serve].
package precompile
