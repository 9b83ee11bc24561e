/** Calls stop(signal) once when this process is told to end. why the parent: npm ends only the shell between. */
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
