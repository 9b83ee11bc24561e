import { env } from "cloudflare:workers";
import { openStageFixture } from "#tests/services/stage-changes/stage-fixture";
import { createUser, signIn } from "#tests/support/factories";
import { sweeps } from "#worker/background";
import { sweep } from "#worker/sweep/sweep";

export interface Body {
	id: string;
	state: string;
	version: number;
	total: number;
	code?: string;
	error?: string;
	isOwn: boolean;
	isPrivate: boolean;
	location: { id: string; name: string } | null;
	returnReason: string | null;
}
interface Rows {
	data: { id: string; outcome: string; reason?: string }[];
}

export const hourMs = 3_600_000;

/** Opens an institution with two members of staff, and a release that one of them has prepared. */
export const openReleases = async (options: Parameters<typeof openStageFixture>[0] = {}) => {
	const fixture = await openStageFixture(options);
	const { staff, accepted, organisationId, bindings, ids } = fixture;
	const second = await createUser({ organisationId, firstName: "Tunde" });
	const callAs =
		(user: { id: string; organisationId: string }) =>
		async <T = Body>(method: string, path: string, body?: unknown) => {
			const { headers } = await signIn(user, staff.clock.now());
			const response = await staff.request(path, { method, headers, body: body ? JSON.stringify(body) : null });
			return { status: response.status, body: (await response.json()) as T };
		};
	const [first, other] = [callAs(staff.user), callAs(second)];
	const prepare = (more: Record<string, unknown> = {}) =>
		first("POST", "/releases", {
			candidateIds: ids,
			applicationId: staff.application.id,
			stageId: accepted.id,
			reason: "Senate",
			...more,
		});
	const { id } = (await prepare()).body;
	const path = `/releases/${id}`;
	const version = async () => (await first("GET", path)).body.version;
	/** Proposes, approves and schedules the release. */
	const schedule = async (dueAt: number | null) => {
		await first("POST", `${path}/proposal`, { version: await version() });
		await other("POST", `${path}/approval`, { version: await version() });
		return first("POST", `${path}/time`, { version: await version(), dueAt });
	};
	return {
		...fixture,
		first,
		other,
		second,
		prepare,
		path,
		id,
		version,
		schedule,
		tick: () => sweep({ ...env, ...bindings }, { sweeps, clock: staff.clock }),
		/** Delivers until nothing is left on the queues. */
		settle: async () => {
			for (let round = 0; round < 5; round++) await fixture.work();
		},
		outcomes: async () => (await first<Rows>("GET", `/batches/${id}/rows`)).body.data,
	};
};
