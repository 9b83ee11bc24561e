import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { storedFileResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/emails/contract";
import { listEmails, resendEmail } from "#worker/services/emails/emails";
import { findMailedFile } from "#worker/services/emails/emails.queries";
import { pageOfMailings } from "#worker/services/emails/mailing.queries";
import { listMailed, openMailing, openMailingPage } from "#worker/services/emails/mailings";
import * as mailings from "#worker/services/emails/mailings.contract";
import * as notifying from "#worker/services/emails/notify.contract";
import { notifyStage, previewNotify } from "#worker/services/emails/notify-stage";
import { previewEmail } from "#worker/services/emails/preview-email";
import { sendEmail } from "#worker/services/emails/send-email";
import { previewSms, sendSms } from "#worker/services/emails/send-sms";
import * as sending from "#worker/services/emails/sending.contract";
import * as sms from "#worker/services/emails/sms.contract";

export const emailsRoutes = (app: App): void => {
	serve(app, sending.sendEmail, (ctx, { body }) => sendEmail(ctx, body));
	serve(app, sending.previewEmail, (ctx, { body }) => previewEmail(ctx, body));
	serve(app, sms.sendSms, (ctx, { body }) => sendSms(ctx, body));
	serve(app, sms.previewSms, (ctx, { body }) => previewSms(ctx, body));
	serve(app, notifying.previewNotify, (ctx, { body }) => previewNotify(ctx, body));
	serve(app, notifying.notifyStage, (ctx, { body }) => notifyStage(ctx, body));
	serve(app, mailings.listMailings, async (ctx, { query }) => ok(await pageOfMailings(ctx, query)));
	serve(app, mailings.getMailingPage, (ctx, { params }) => openMailingPage(ctx, params.id));
	serve(app, mailings.getMailing, (ctx, { params }) => openMailing(ctx, params.id));
	serve(app, mailings.listMailed, (ctx, { params, query }) => listMailed(ctx, params.id, query));
	serve(app, contract.listEmails, (ctx, { params, query }) => listEmails(ctx, params.id, query));
	serve(app, contract.getEmailAttachment, async (ctx, { params, headers }) =>
		storedFileResponse(ctx.env, await findMailedFile(ctx, params), headers.range),
	);
	serve(app, contract.resendEmail, (ctx, { params, body }) =>
		resendEmail(ctx, { applicantId: params.id, emailId: body.emailId }),
	);
};
