import { expect, it } from "vitest";
import type { Errand } from "#worker/tasks/errand";
import { deliverJobs, keepingQueues } from "./delivery";

const messageOf = (taskId: string) => ({ organisationId: "one", taskId, errand: "call" });

it("runs the errands of a batch side by side, and only the one that fails comes again", async () => {
	const { bindings, sentJobs, jobDelays } = keepingQueues();
	const second = Promise.withResolvers<void>();
	const call: Errand = {
		name: "call",
		run: async (_, { id }) => {
			if (id === "first") await second.promise;
			if (id === "second") second.resolve();
			if (id === "third") throw new Error("no answer");
			return id === "second" ? 60 : undefined;
		},
	};
	const delivered = await deliverJobs(["first", "second", "third"].map(messageOf), { bindings, errands: [call] });
	expect(delivered).toEqual({ accepted: 2, retried: 1 });
	expect(sentJobs).toEqual([messageOf("second")]);
	expect(jobDelays).toEqual([60]);
});
