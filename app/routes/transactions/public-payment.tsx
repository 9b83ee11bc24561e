import {
	type ActionFunctionArgs,
	type HeadersFunction,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { CircleCheck, CircleX, Clock, Download, RotateCcw, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { orThrow } from "#app/api/problem-response";
import { refusal } from "#app/session/refusal.server";
import { Button } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { softColour } from "#app/ui/colours";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { Form } from "#app/ui/form/form";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { iconProps } from "#app/ui/icon";
import { PublicCard, PublicPage, StateLine, type StateOfPaper } from "#app/ui/page/public-page";
import { useRereadWhile } from "#app/ui/use-reread-while";
import type { Result } from "#worker/contract/result";
import { formatDateTime } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import { getPublicOrganisation } from "#worker/services/organisation/contract";
import {
	checkPublicPayment,
	getPublicPayment,
	type PublicPayment,
} from "#worker/services/transactions/public-payment.contract";

/** why: a link preview shows the kind of page, neither the payer nor the amount. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `Payment · ${data?.organisation.name ?? "Matricula"}` },
	{ name: "robots", content: "noindex, nofollow" },
];

export const headers: HeadersFunction = () => ({
	"cache-control": "no-store",
	"x-robots-tag": "noindex, nofollow, noarchive",
});

/** Shows a payment to anybody who has its link or its receipt. With `back`, the payer returns from the platform's page. */
export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
	const { orgName = "", key = "" } = params;
	const input = { params: { organisationId: orgName, key } };
	const isBack = new URL(request.url).searchParams.has("back");
	const [organisation, found] = await Promise.all([
		context.api.call(getPublicOrganisation, { params: { id: orgName } }),
		isBack ? context.api.call(checkPublicPayment, input) : context.api.call(getPublicPayment, input),
	]);
	const { pageUrl, pageFields, returnUrl, ...payment } = orNotFound(found);
	const page = webAddress(pageUrl);
	if (page && pageFields) context.formTargets.push(page.origin);
	const back = webAddress(returnUrl);
	return json({
		organisation: orThrow(organisation),
		payment,
		page: page && { url: page.href, fields: Object.entries(pageFields ?? {}), isPosted: pageFields !== null },
		back: back && { url: back.href, host: back.host },
		here: `/${orgName}/payment/${key}`,
		isBack,
	});
};

/**
 * Asks the platform, and shows the payment. why nothing is read of what was posted: Interswitch posts from its own page,
 * and so can anybody.
 */
export const action = async ({ params, context }: ActionFunctionArgs) => {
	const { orgName = "", key = "" } = params;
	orNotFound(await context.api.call(checkPublicPayment, { params: { organisationId: orgName, key } }));
	return redirect(`/${orgName}/payment/${key}?back=1`, 303);
};

/** A key that cannot be one is as unknown as any other. */
const orNotFound = (found: Result<PublicPayment>): PublicPayment => {
	if (!found.ok && found.problem.status === 400) throw refusal("not_found");
	return orThrow(found);
};

/** Returns an address that leads to a page of the web; null for none, and for one that would run a script. */
const webAddress = (address: string | null): URL | null => {
	const url = address === null ? null : URL.parse(address);
	return url && /^https?:$/.test(url.protocol) ? url : null;
};

const PaymentPage = () => {
	const { organisation, payment, page, back, here, isBack } = useLoaderData<typeof loader>();
	const { reference, status, isReversed, name, application, total, currency, platform, createdAt, paidAt } = payment;
	useAwaited(isBack && status === "pending");
	const state = isReversed ? states.reversed : states[status];
	const at = (time: number) => formatDateTime(time, organisation.timeZone);
	return (
		<PublicPage organisation={organisation}>
			<PublicCard>
				<StateLine {...state} />
				<p className="text-2xl font-medium tabular-nums">{formatMoney(total, currency)}</p>
				<DescriptionList>
					<DescriptionItem label="Payer">{name}</DescriptionItem>
					<DescriptionItem label="Application">{application}</DescriptionItem>
					<DescriptionItem label="Reference">{reference}</DescriptionItem>
					<DescriptionItem label="Platform">{platform}</DescriptionItem>
					<DescriptionItem label="Started">{at(createdAt)}</DescriptionItem>
					{paidAt !== null && <DescriptionItem label="Paid">{at(paidAt)}</DescriptionItem>}
					{payment.reversedAmount > 0 && (
						<DescriptionItem label="Went back">{formatMoney(payment.reversedAmount, currency)}</DescriptionItem>
					)}
				</DescriptionList>
				{status === "pending" && !isReversed ? (
					<Pending
						page={page}
						checkedAt={payment.checkedAt === null ? null : at(payment.checkedAt)}
						platform={platform}
					/>
				) : (
					!isReversed && (
						<a href={`${here}/receipt`} download className={buttonClass({ className: "w-fit" })}>
							<Download {...iconProps} />
							{status === "success" ? "Download receipt" : "Download record, not a receipt"}
						</a>
					)
				)}
			</PublicCard>
			{back && (
				<p>
					<a href={back.url} rel="noreferrer" className={buttonClass({ className: "max-w-full" })}>
						<span className="truncate">Back to {back.host}</span>
					</a>
				</p>
			)}
		</PublicPage>
	);
};
export default PaymentPage;

const [askAgainMs, awaitedMs] = [6_000, 60_000];

/** Looks again for a minute after the payer has come back, because a platform may be slower than the payer. */
const useAwaited = (isAwaited: boolean): void => {
	const [isOver, setIsOver] = useState(false);
	useRereadWhile(isAwaited && !isOver, askAgainMs);
	useEffect(() => {
		if (!isAwaited) return;
		setIsOver(false);
		const timer = setTimeout(() => setIsOver(true), awaitedMs);
		return () => clearTimeout(timer);
	}, [isAwaited]);
};

const states: Record<PublicPayment["status"] | "reversed", StateOfPaper> = {
	success: {
		icon: CircleCheck,
		title: "Payment received",
		colour: softColour.green,
		about: "The payment is confirmed by the payment platform.",
	},
	pending: {
		icon: Clock,
		title: "Payment not confirmed yet",
		colour: softColour.amber,
		about: "The payment platform has not confirmed that it was paid.",
	},
	failed: {
		icon: CircleX,
		title: "Payment failed",
		colour: softColour.red,
		about: "It does not count as paid. Ask the institution what to do.",
	},
	reversed: {
		icon: Undo2,
		title: "Payment reversed",
		colour: softColour.red,
		about: "The money went back to the payer. The payment no longer counts.",
	},
};

interface PendingProps {
	page: { url: string; fields: [name: string, value: string][]; isPosted: boolean } | null;
	/** When the platform was last asked, in words. */
	checkedAt: string | null;
	platform: string;
}

/** What a payer can do about a payment that is not confirmed: pay it, or have it checked. */
const Pending = ({ page, checkedAt, platform }: PendingProps) => {
	const isSending = useIsSendingHere();
	const { pathname } = useLocation();
	return (
		<div className="grid gap-3">
			<div className="flex flex-wrap gap-2.5">
				{page?.isPosted && (
					<form method="post" action={page.url}>
						{page.fields.map(([name, value]) => (
							<input key={name} type="hidden" name={name} value={value} />
						))}
						<button type="submit" className={buttonClass({ variant: "primary" })}>
							Continue to pay
						</button>
					</form>
				)}
				{page && !page.isPosted && (
					<a href={page.url} rel="noreferrer" className={buttonClass({ variant: "primary" })}>
						Continue to pay
					</a>
				)}
				{/* why its own address: the query text says that the payer has come back. */}
				<Form method="post" action={pathname} preventScrollReset>
					<Button icon={RotateCcw} pending={isSending}>
						Check again
					</Button>
				</Form>
			</div>
			<p role="status" className="text-sm text-text-2">
				{checkedAt === null ? `${platform} was not asked yet.` : `${platform} was last asked ${checkedAt}.`}
			</p>
		</div>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
