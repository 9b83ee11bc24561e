import type { Job } from "#worker/events/job";
import { detailJobs } from "#worker/services/applicants/change-details.job";
import { stageChangeJob } from "#worker/services/applicants/change-stages.job";
import { exportCandidatesJob } from "#worker/services/applicants/export.job";
import { selectionLettersJob } from "#worker/services/applicants/make-letters.job";
import { printFormsJob } from "#worker/services/applicants/print-forms.job";
import { stageLettersJob } from "#worker/services/applicants/stage-letters.job";
import { undoMoveJob } from "#worker/services/applicants/undo-move.job";
import { reportJob } from "#worker/services/application-reports/report.job";
import { sendEmailsJob } from "#worker/services/emails/send-emails.job";
import { addRowsJob } from "#worker/services/uploaded-candidates/add-rows.job";
import { checkRowsJob } from "#worker/services/uploaded-candidates/check-rows.job";
import { readListJob } from "#worker/services/uploaded-candidates/read-list.job";
import { undoRowsJob } from "#worker/services/uploaded-candidates/undo-rows.job";

/** Every kind of long work. */
export const jobs: readonly Job[] = [
	exportCandidatesJob,
	reportJob,
	stageChangeJob,
	undoMoveJob,
	...detailJobs,
	selectionLettersJob,
	printFormsJob,
	stageLettersJob,
	sendEmailsJob,
	readListJob,
	checkRowsJob,
	addRowsJob,
	undoRowsJob,
];
