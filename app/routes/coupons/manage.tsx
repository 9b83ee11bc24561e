import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import { FileDown, History, ListChecks, Pencil, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatNumber } from "#app/format/numbers";
import { leadToDownload } from "#app/list/lead-to-download.server";
import { showsRecords } from "#app/records/screen";
import { CopyCode } from "#app/routes/coupons/copy-code";
import { readCouponChoices } from "#app/routes/coupons/coupon-choices.server";
import { CouponStatus } from "#app/routes/coupons/coupon-status";
import { couponScreen, discountOf, kindNames, periodOf, usesOf } from "#app/routes/coupons/screen";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { couponRecord, deleteCoupon, exportCoupon, getCoupon, updateCoupon } from "#worker/services/coupons/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.coupon.name ?? "Discount code"} · Matricula` },
];

/** Loads one discount code with the names of what it is for (§2). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api, orgName } = await requireAccess(args, couponRecord.history);
	const params = { id: args.params.recordId ?? "" };
	const [coupon, choices] = await Promise.all([api.call(getCoupon, { params }).then(orThrow), readCouponChoices(api)]);
	const nameOf = (id: string) => choices.applicationIds?.find(({ value }) => value === id)?.label;
	return json({
		coupon,
		here: `/${orgName}/manage-discount-code/${coupon.id}`,
		list: `/${orgName}/discount-code`,
		applications: coupon.applicationIds.map((id) => nameOf(id) ?? "an application that no longer exists"),
		mayChange: mayCall(user, updateCoupon),
		mayDelete: mayCall(user, deleteCoupon),
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Begins the export, whose file is downloaded on the page that follows. */
export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, exportCoupon);
	const form = await readSignedInForm(args.request, args.context);
	const id = args.params.recordId ?? "";
	const idempotencyKey = fieldText(form.get("idempotencyKey"));
	const started = await api.call(exportCoupon, { params: { id } }, { ...(idempotencyKey && { idempotencyKey }) });
	if (!started.ok && started.problem.status === 404) orThrow(started);
	if (!started.ok) return json({ error: started.problem.error }, { status: httpStatus(started.problem) });
	return leadToDownload(args, started.value.taskId, { back: `manage-discount-code/${id}` });
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = showsRecords(couponScreen);

const exportForm = "export-codes";

const ManageDiscountCode = () => {
	const { coupon, applications, here, list, mayChange, mayDelete, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { organisation } = useShell();
	const { pathname } = useLocation();
	useCouponCommands({ here, name: coupon.name, mayChange, mayDelete });
	const isUses = pathname === `${here}/uses`;
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: list, label: "Discount codes" }}
				title={coupon.name}
				context={<CouponStatus status={coupon.status} />}
				actions={
					<>
						{mayDelete && (
							<LinkButton to={`${here}/delete`} icon={Trash2} preventScrollReset>
								Delete
							</LinkButton>
						)}
						<LinkButton to={`${here}/history`} icon={History} preventScrollReset>
							History
						</LinkButton>
						<SignedInForm id={exportForm} action={here}>
							<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
							<Button icon={FileDown}>Export</Button>
						</SignedInForm>
						{mayChange && (
							<LinkButton to={`${here}/edit`} icon={Pencil} variant="primary" preventScrollReset>
								Edit
							</LinkButton>
						)}
					</>
				}
			/>
			{answer?.error && (
				<Callout tone="danger" role="alert">
					{answer.error}
				</Callout>
			)}
			<Card className="p-5">
				<DescriptionList>
					{coupon.codes === 1 && (
						<DescriptionItem label="Code">
							<CopyCode key={coupon.firstCode} code={coupon.firstCode} />
						</DescriptionItem>
					)}
					<DescriptionItem label="Discount">{discountOf(coupon)}</DescriptionItem>
					<DescriptionItem label="Used">{usesOf(coupon)}</DescriptionItem>
					<DescriptionItem label="Uses by one applicant">
						{coupon.usesPerApplicant === null ? "Any number" : formatNumber(coupon.usesPerApplicant)}
					</DescriptionItem>
					<DescriptionItem label="Can be used">{periodOf(coupon, organisation.timeZone)}</DescriptionItem>
					<DescriptionItem label="Fees">
						{coupon.paymentKinds.map((kind) => kindNames[kind]).join(", ") || "Every fee"}
					</DescriptionItem>
					<DescriptionItem label="Applications" wide>
						{applications.join(", ") || "Every application"}
					</DescriptionItem>
				</DescriptionList>
			</Card>
			<Tabs
				label="Discount code"
				tabs={[
					{ to: here, label: "Codes", current: !isUses, count: coupon.codes },
					{ to: `${here}/uses`, label: "Uses", current: isUses, count: coupon.uses },
				]}
			/>
			<Outlet />
		</div>
	);
};
export default ManageDiscountCode;

interface CouponCommands {
	here: string;
	name: string;
	mayChange: boolean;
	mayDelete: boolean;
}

const useCouponCommands = ({ here, name, mayChange, mayDelete }: CouponCommands): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const to = (path: string) => ({
			group: "List" as const,
			keywords: "discount code coupon",
			run: () => navigate(here + path, { preventScrollReset: true }),
		});
		const send = () => {
			const form = document.getElementById(exportForm);
			if (form instanceof HTMLFormElement) form.requestSubmit();
		};
		return [
			...(mayChange ? [{ ...to("/edit"), id: "edit-coupon", title: `Edit ${name}`, icon: Pencil }] : []),
			{ ...to("/uses"), id: "coupon-uses", title: `Uses of ${name}`, icon: ListChecks },
			{ ...to(""), id: "coupon-export", title: `Export the codes of ${name}`, icon: FileDown, run: send },
			{ ...to("/history"), id: "coupon-history", title: `History of ${name}`, icon: History },
			...(mayDelete ? [{ ...to("/delete"), id: "delete-coupon", title: `Delete ${name}`, icon: Trash2 }] : []),
		];
	}, [here, name, mayChange, mayDelete, navigate]);
	useCommands(commands);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
