import type { ApiClient } from "#app/api/client";
import { mayCall } from "#app/session/may-call";
import { type ApplicantFilter, toSearch } from "#worker/contract/applicant-filter";
import { ok } from "#worker/contract/result";
import { countNeeds } from "#worker/services/applicants/contract";
import { listTasks } from "#worker/services/tasks/contract";
import { listTransactions } from "#worker/services/transactions/contract";

/** Something that waits for the user. */
export interface Needed {
	label: string;
	count: number;
	to: string;
}

interface Asked {
	api: ApiClient;
	user: { privileges: readonly string[] };
	orgName: string;
	/** The application whose applicants are counted; undefined when the institution has no application. */
	applicationId: string | undefined;
}

/** Counts what waits for the user today: applicants of an application, payments that are pending or odd, tasks that failed. */
export const loadToday = async ({ api, user, orgName, applicationId }: Asked) => {
	const [needs, pending, failed] = await Promise.all([
		applicationId !== undefined && mayCall(user, countNeeds)
			? api.call(countNeeds, { query: { applicationId } })
			: undefined,
		mayCall(user, listTransactions)
			? api.call(listTransactions, { query: { status: "PENDING", size: "10" } })
			: undefined,
		api.call(listTasks, { query: { status: "FAILED", size: "10" } }),
	]);
	// why all or nothing: without a count it would look as if nothing waited there.
	if (needs && !needs.ok) return needs;
	if (pending && !pending.ok) return pending;
	if (!failed.ok) return failed;
	const list = (filter: ApplicantFilter) => `/${orgName}/applicants?${toSearch({ ...filter, applicationId })}`;
	const found: Needed[] = [];
	const add = (label: string | [one: string, many: string], count: number, to: string) => {
		const [one, many] = typeof label === "string" ? [label, label] : label;
		if (count > 0) found.push({ label: count === 1 ? one : many, count, to });
	};
	if (needs) {
		const { mine, newStage, new: submitted, waiting, referee, duplicates } = needs.value;
		add("assigned to you", mine, list({ assigned: "me" }));
		if (newStage) add(["new submission", "new submissions"], submitted, list({ stage: newStage }));
		add("waiting longest", waiting, list({ needs: "waiting" }));
		add("with a referee missing", referee, list({ needs: "referee" }));
		add(
			["possible duplicate", "possible duplicates"],
			duplicates,
			`/${orgName}/duplicates?applicationId=${applicationId}`,
		);
	}
	if (pending) {
		const { resultTotal, openExceptions } = pending.value;
		add(["pending payment", "pending payments"], resultTotal, `/${orgName}/transactions?status=PENDING`);
		add(["payment exception", "payment exceptions"], openExceptions ?? 0, `/${orgName}/transactions/exceptions`);
	}
	add(["failed task", "failed tasks"], failed.value.resultTotal, `/${orgName}/tasks`);
	return ok(found);
};
