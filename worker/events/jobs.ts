import type { Job } from "#worker/events/job";
import { stageChangeJob } from "#worker/services/applicants/change-stages.job";
import { printFormsJob } from "#worker/services/applicants/print-forms.job";
import { stageLettersJob } from "#worker/services/applicants/stage-letters.job";
import { sendEmailsJob } from "#worker/services/emails/send-emails.job";

/** Every kind of long work. */
export const jobs: readonly Job[] = [stageChangeJob, printFormsJob, stageLettersJob, sendEmailsJob];
