import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { fileAnswer } from "#worker/http/file-answer";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/emails/contract";
import { listEmails } from "#worker/services/emails/list-emails";
import * as mailings from "#worker/services/emails/mailings.contract";
import * as notifying from "#worker/services/emails/notify.contract";
import { notifyStage, previewNotify } from "#worker/services/emails/notify-stage";
import { openMailedFile } from "#worker/services/emails/open-mailed-file";
import { listMailed, openMailing } from "#worker/services/emails/open-mailing";
import { previewEmail } from "#worker/services/emails/preview-email";
import { resendEmail } from "#worker/services/emails/resend-email";
import { sendEmail } from "#worker/services/emails/send-email";
import * as sending from "#worker/services/emails/sending.contract";

export const emailsRoutes = (app: App): void => {
	serve(app, sending.sendEmail, (ctx, { body }) => sendEmail(ctx, body));
	serve(app, sending.previewEmail, (ctx, { body }) => previewEmail(ctx, body));
	serve(app, notifying.previewNotify, (ctx, { body }) => previewNotify(ctx, body));
	serve(app, notifying.notifyStage, (ctx, { body }) => notifyStage(ctx, body));
	serve(app, mailings.getMailing, (ctx, { params }) => openMailing(ctx, params.id));
	serve(app, mailings.listMailed, (ctx, { params, query }) => listMailed(ctx, params.id, query));
	serve(app, contract.listEmails, (ctx, { params, query }) => listEmails(ctx, params.id, query));
	serve(app, contract.getEmailAttachment, async (ctx, { params, headers }) => {
		const opened = await openMailedFile(ctx, params, headers.range);
		return opened.ok ? ok(fileAnswer(opened.value)) : opened;
	});
	serve(app, contract.resendEmail, (ctx, { params, body }) =>
		resendEmail(ctx, { applicantId: params.id, emailId: body.emailId }),
	);
};
