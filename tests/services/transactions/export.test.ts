import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createTransaction } from "#tests/support/factories";

test("exports the payments of the chosen application and status alone", async () => {
	const { bindings, sentJobs } = keepingQueues();
	const staff = await openServicesFixture({ bindings });
	const applicant = await createApplicant(staff.application);
	const elsewhere = await createApplicant(await createApplication(staff.organisation.id));
	const chosen = await createTransaction(applicant, { status: "pending" });
	await createTransaction(applicant, { status: "success" });
	await createTransaction(elsewhere, { status: "pending" });
	const asked = { applicationId: staff.application.id, statuses: ["PENDING"] };
	const { body } = await staff.send<{ taskId: string }>("POST", "/payments/export", asked);
	await deliverJobs(sentJobs.splice(0), { clock: staff.clock, bindings });
	const file = await staff.request(`/tasks/${body.taskId}/file`);
	const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
	expect(sheets[0]?.rows.slice(1).map(([reference]) => reference)).toEqual([chosen.reference]);
});
