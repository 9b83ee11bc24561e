import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { startTask } from "#worker/tasks/start-task";

/** The type of the tasks that gather an applicant's data. */
export const applicantDataTask = "APPLICANT_DATA";

/** Starts to gather everything that is held about an applicant; its job is in `applicant-data.job.ts`. */
export const downloadApplicantData = async (ctx: OrgContext, id: string) => {
	const applicant = await findApplicant(ctx, id);
	if (!applicant) return fail("not_found");
	const taskId = ctx.newId();
	const about = { applicationId: applicant.applicationId, applicantIds: [applicant.id] };
	const started = await startTask(ctx, {
		id: taskId,
		type: applicantDataTask,
		input: { applicantId: applicant.id },
		total: 1,
		makesFile: true,
		applicationTitle: applicant.applicationTitle,
		further: [{ type: "applicants.data_downloaded", payload: { ...about, taskId } }],
	});
	return started.ok ? ok({ taskId }) : started;
};
