import type { EmailAnswer } from "#app/routes/emails/answer-email.server";
import { readEmail } from "#app/routes/emails/email-form";
import type { Problem } from "#worker/contract/problems";

/** What the dialog answers itself where no answer comes (§8): everything that was typed, and why it was not sent. */
export const unsentEmail = ({ form, problem }: { form: FormData; problem: Problem }): EmailAnswer => {
	const { files, ...typed } = readEmail(form);
	return { typed, errors: { "": [problem.error] }, preview: null, filled: null, files: files.map(({ name }) => name) };
};
