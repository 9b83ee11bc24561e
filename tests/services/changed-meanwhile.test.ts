import { beforeAll, expect, it } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";

let staff: ServicesFixture;
beforeAll(async () => {
	staff = await openServicesFixture();
});

interface SetUpRecord {
	method: "PUT" | "PATCH";
	path: string;
	/** A valid body with a name or text. */
	body(name: string): Record<string, unknown>;
	nameKey: "name" | "text";
}

const settings = { isShared: false, isPinned: false };
const records: Record<string, SetUpRecord> = {
	"a reason": { method: "PUT", path: "/reasons", nameKey: "text", body: (text) => ({ text, isPrivate: false }) },
	"a candidate group": { method: "PUT", path: "/candidate-groups", nameKey: "name", body: (name) => ({ name }) },
	"a saved view": {
		method: "PATCH",
		path: "/candidate-views",
		nameKey: "name",
		body: (name) => ({ name, ...settings }),
	},
};

it.each(Object.entries(records))(
	"refuses a change of %s that was made on a former version, with both",
	async (_, of) => {
		const { method, path, body, nameKey } = of;
		const isView = path === "/candidate-views";
		const filters = { filters: { applicationId: staff.application.id } };
		const created = await staff.send<{ id: string }>("POST", path, { ...body("First"), ...(isView && filters) });
		const { id } = created.body;
		const seen = async () => {
			const { data = [] } = (await staff.get(path)).body;
			return data.find((one) => one.id === id) ?? { id: "" };
		};
		const save = (name: string, version?: number) =>
			staff.send<{ code?: string; details?: { current: Record<string, unknown> } }>(method, `${path}/${id}`, {
				...body(name),
				...(path === "/reasons" && { active: true }),
				...(version && { version }),
			});
		const { version } = (await seen()) as { version?: number };
		expect(version).toBeGreaterThan(0);
		// why at the same moment: the clock of the test stands still.
		expect((await save("Theirs", version)).status).toBe(200);
		const refused = await save("Mine", version);
		expect([refused.status, refused.body.code]).toEqual([409, "changed_meanwhile"]);
		expect(refused.body.details?.current).toMatchObject({ id, [nameKey]: "Theirs" });
		expect(await seen()).toMatchObject({ [nameKey]: "Theirs" });
		expect((await save("Mine", Number(refused.body.details?.current.version))).status).toBe(200);
		expect(await seen()).toMatchObject({ [nameKey]: "Mine" });
		expect((await save("Any version")).status, "a client that names none").toBe(200);
	},
);
