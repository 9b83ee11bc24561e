import type { Job } from "#worker/tasks/job";
import { detailJobs } from "#worker/services/assignments/change-assignments.job";
import { stageChangeJob } from "#worker/services/stage-changes/change-stages.job";
import { exportCandidatesJob } from "#worker/services/exports/export.job";
import { selectionLettersJob } from "#worker/services/letters/make-letters.job";
import { printFormsJob } from "#worker/services/printing/print-forms.job";
import { stageLettersJob } from "#worker/services/letters/stage-letters.job";
import { undoMoveJob } from "#worker/services/stage-changes/undo-move.job";
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
