import { fail, ok, okOr } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { pdfResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import { checkStatus, isVisible } from "#worker/services/transactions/check-payment";
import * as contract from "#worker/services/transactions/contract";
import { exceptionDetails } from "#worker/services/transactions/exceptions/exception-details";
import { resolveException } from "#worker/services/transactions/exceptions/resolve-exception";
import * as desk from "#worker/services/transactions/exceptions.contract";
import { pageOfExceptions } from "#worker/services/transactions/exceptions.queries";
import { exportTransactions } from "#worker/services/transactions/export-transactions";
import { findBooked } from "#worker/services/transactions/ledger.queries";
import { findPayments, pageOfPayments } from "#worker/services/transactions/list.queries";
import { paymentChoices, paymentPage } from "#worker/services/transactions/payment-choices";
import { paymentDetails } from "#worker/services/transactions/payment-details";
import { previewPayment } from "#worker/services/transactions/price-payment";
import { printPaymentReceipt, printReceipt } from "#worker/services/transactions/print-receipt";
import { checkPublicPayment, openPublicPayment, publicReceipt } from "#worker/services/transactions/public-payment";
import * as publicPayment from "#worker/services/transactions/public-payment.contract";
import { pageOfTransactions } from "#worker/services/transactions/queries";
import { pingWebhook, receiveWebhook } from "#worker/services/transactions/receive-webhook";
import { pendingPayments, requeryPayments } from "#worker/services/transactions/requery";
import { startPayment } from "#worker/services/transactions/start-payment";
import * as taking from "#worker/services/transactions/taking.contract";
import * as webhooks from "#worker/services/transactions/webhooks.contract";

export const transactionsRoutes = (app: App): void => {
	serve(app, contract.listApplicantTransactions, async (ctx, { params, query }) => {
		const { candidateId = params.id } = query;
		const page = candidateId === params.id ? await pageOfTransactions(ctx, params.id, query) : undefined;
		return okOr(page, "not_found");
	});
	serve(app, contract.getReceipt, async (ctx, { params }) => asFile(await printReceipt(ctx, params)));
	serve(app, contract.listTransactions, async (ctx, { query }) => ok(await pageOfPayments(ctx, query)));
	serve(app, desk.listExceptions, async (ctx, { query }) => ok(await pageOfExceptions(ctx, query)));
	serve(app, desk.getException, async (ctx, { params }) => okOr(await exceptionDetails(ctx, params.id), "not_found"));
	serve(app, desk.resolveException, (ctx, { params, body }) => resolveException(ctx, params.id, body));
	serve(app, contract.searchPayments, async (ctx, { query }) =>
		ok({ payments: await findPayments(ctx, query.q, maxFound) }),
	);
	serve(app, contract.checkStatus, (ctx, { query }) => checkStatus(ctx, query.ref));
	serve(app, contract.countPendingPayments, (ctx, { query }) => pendingPayments(ctx, query.startingFrom));
	serve(app, contract.requery, (ctx, { body }) => requeryPayments(ctx, body.startingFrom));
	serve(app, contract.exportTransactions, (ctx, { body }) => exportTransactions(ctx, body));
	serve(app, webhooks.receiveWebhook, async (request, { params, headers, body }) => {
		const reply = await receiveWebhook(request, { ...params, headers, body });
		return reply.ok ? ok(plainAnswer(reply.value)) : reply;
	});
	serve(app, webhooks.pingWebhook, async (request, { params }) => {
		const reply = await pingWebhook(request, params.organisationId, params.token);
		return reply.ok ? ok(plainAnswer(reply.value)) : reply;
	});
	serve(app, taking.startPayment, (ctx, { body }) => startPayment(ctx, body));
	serve(app, publicPayment.getPublicPayment, (request, { params }) => openPublicPayment(request, params));
	serve(app, publicPayment.checkPublicPayment, (request, { params }) => checkPublicPayment(request, params));
	serve(app, publicPayment.getPublicReceipt, async (request, { params }) =>
		asFile(await publicReceipt(request, params)),
	);
	serve(app, taking.listPaymentPlatforms, (ctx, { query }) => paymentChoices(ctx, query.applicationId));
	serve(app, taking.previewPayment, (ctx, { body }) => previewPayment(ctx, body));
	serve(app, taking.getPaymentPage, (ctx, { params }) => paymentPage(ctx, params.id));
	serve(app, contract.getPaymentReceipt, async (ctx, { params }) => asFile(await printPaymentReceipt(ctx, params.id)));
	serve(app, contract.getTransaction, async (ctx, { params }) => {
		const payment = await findBooked(ctx, params.id);
		if (!payment || !isVisible(ctx, payment)) return fail("not_found");
		return okOr(await paymentDetails(ctx, params.id), "not_found");
	});
};

/** why no more: they are beyond the edge of the palette; the list has the rest. */
const maxFound = 20;

const plainAnswer = ({ status, body }: { status: number; body: string }) =>
	new Response(body, { status, headers: { "content-type": "text/plain" } });

/** Answers with a receipt that was made. */
const asFile = (receipt: Awaited<ReturnType<typeof printReceipt>>) =>
	receipt.ok ? ok(pdfResponse(receipt.value, "attachment")) : receipt;
