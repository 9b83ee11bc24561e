import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { isBound } from "#worker/database/scope";
import { pageOfMails } from "#worker/gateways/mail/outbox.queries";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/outbox/contract";
import { openMail, openMailPage, readerOf } from "#worker/services/outbox/open-mail";

export const outboxRoutes = (app: App): void => {
	serve(app, contract.listOutboxMails, (ctx, { query }) =>
		whereKept(ctx, async () => ok(await pageOfMails(ctx.db, readerOf(ctx), query))),
	);
	serve(app, contract.getOutboxMail, (ctx, { params }) => whereKept(ctx, () => openMail(ctx, params.id)));
	serve(app, contract.getOutboxPage, (ctx, { params }) => whereKept(ctx, () => openMailPage(ctx, params.id)));
};

/**
 * why: kept mails hold links that sign their reader in; where mails are sent, nobody may read them here. A user
 * of some places may not either: mails are kept by address, and an address has no place.
 */
const whereKept = async <R>({ env, scope }: OrgContext, read: () => Promise<R>) =>
	isBound({ scope }) || env.ENVIRONMENT === "production" || env.MAIL_TRANSPORT !== "outbox"
		? fail("not_found")
		: read();
