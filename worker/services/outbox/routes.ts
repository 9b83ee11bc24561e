import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { pageOfMails } from "#worker/gateways/mail/outbox.queries";
import { pageOfTexts } from "#worker/gateways/sms/outbox.queries";
import { segmentsOf } from "#worker/gateways/sms/segments";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/outbox/contract";
import { openMail, openMailPage } from "#worker/services/outbox/open-mail";

export const outboxRoutes = (app: App): void => {
	serve(app, contract.listOutboxMails, (ctx, { query }) =>
		whereKept(ctx, ctx.env.MAIL_TRANSPORT, async () => ok(await pageOfMails(ctx.db, ctx.organisationId, query))),
	);
	serve(app, contract.getOutboxMail, (ctx, { params }) =>
		whereKept(ctx, ctx.env.MAIL_TRANSPORT, () => openMail(ctx, params.id)),
	);
	serve(app, contract.getOutboxPage, (ctx, { params }) =>
		whereKept(ctx, ctx.env.MAIL_TRANSPORT, async () => {
			const page = await openMailPage(ctx, params.id);
			return page.ok ? ok(new Response(page.value.html, { headers: page.value.headers })) : page;
		}),
	);
	serve(app, contract.listOutboxTexts, (ctx, { query }) =>
		whereKept(ctx, ctx.env.SMS_TRANSPORT, async () => {
			const { data, hasMore } = await pageOfTexts(ctx.db, ctx.organisationId, query);
			return ok({ data: data.map((kept) => ({ ...kept, segments: segmentsOf(kept.text).segments })), hasMore });
		}),
	);
};

/** why: what is kept holds links by which whoever reads them is let in; where mail is sent nobody reads it here. */
const whereKept = async <T>(
	{ env }: OrgContext,
	transport: string,
	read: () => Promise<Result<T>>,
): Promise<Result<T>> => (env.ENVIRONMENT === "production" || transport !== "outbox" ? fail("not_found") : read());
