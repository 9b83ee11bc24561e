// Background tasks of a served portal, as the user who started them follows them.
import { setTimeout as wait } from "node:timers/promises";

/** Sends JSON to the services. @returns their response @throws {Error} when they refuse */
export const send = async ({ url }, headers, method, path, body) => {
	const answer = await fetch(`${url}/api${path}`, {
		method,
		headers: body instanceof FormData ? headers : { ...headers, "content-type": "application/json" },
		body: body instanceof FormData ? body : JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
	return answer.json();
};

/** Waits for a task's end. @throws {Error} when it fails */
export const ended = async (portal, headers, taskId) => {
	for (;;) {
		const task = await (await fetch(`${portal.url}/api/tasks/${taskId}`, { headers })).json();
		if (task.status === "FAILED") throw new Error(`The task failed: ${JSON.stringify(task.result)}`);
		if (task.complete) return;
		await wait(250);
	}
};
