/**
 * Calls stop(signal) once when this process is told to end.
 * why: npm ends the shell between itself and us, not us; a parent that has gone means the same as a signal.
 */
export const onStop = (stop) => {
	let isStopping = false;
	const once = (signal) => {
		if (isStopping) return;
		isStopping = true;
		stop(signal);
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, once);
	if (!process.env.npm_lifecycle_event) return;
	const parent = process.ppid;
	setInterval(() => process.ppid !== parent && once("SIGTERM"), 500).unref();
};
