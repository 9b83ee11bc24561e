import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { RotateCcw } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { idIn } from "#app/routes/templates/of-address.server";
import { PagePartField } from "#app/routes/templates/page-part-field";
import { savePages, type TypedPage, typedPage } from "#app/routes/templates/save-pages.server";
import { pageOf } from "#app/routes/templates/screen";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { marginLimits, maxFooterLength, usualPage } from "#worker/contract/text/page-setup";
import { getTemplate, setTemplate } from "#worker/services/templates/contract";

export const meta = titledOver("Page setup");

/** Loads how the pages of a document are set up. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, setTemplate);
	const { id, name, page, version } = orThrow(await api.call(getTemplate, { params: { id: idIn(args.request) } }));
	return json({
		name,
		version,
		isSetUp: page !== null,
		typed: typedPage(page ?? usualPage),
		closeTo: pageOf(`/${orgName}`, id),
	});
};

export interface PageAnswer {
	/** Null where what was sent was too large to be read. */
	typed: TypedPage | null;
	errors: Record<string, string[]>;
}

/** Sets up the pages of a document, or gives them back as they usually are. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, setTemplate);
	const id = idIn(args.request);
	const saved = await savePages(args, api, id);
	if ("answer" in saved) return json<PageAnswer>(saved.answer, saved.status);
	session.flash({ kind: "success", message: "The pages were set up" });
	// why the version: the form below begins anew, so that saving it meets no change by its own user.
	return redirect(`${pageOf(`/${orgName}`, id)}&saved=${saved.version}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => {
	const text = (name: string) => String(form.get(name) ?? "");
	const sides = { top: text("top"), right: text("right"), bottom: text("bottom"), left: text("left") };
	const parts = { letterhead: text("letterhead"), signature: text("signature") };
	const kept = { letterheadPicture: text("letterheadPicture"), signaturePicture: text("signaturePicture") };
	return { typed: { ...parts, ...kept, footer: text("footer"), ...sides }, errors: { "": [error] } };
});

export const { handle, shouldRevalidate } = shows({});

const formId = "page-setup";

const parts = [
	{ name: "letterhead", label: "Letterhead", institution: "The institution’s logo, name and address" },
	{ name: "signature", label: "Signature", institution: "The institution’s signature and signatory" },
] as const;

const sides = [
	["top", "Top"],
	["right", "Right"],
	["bottom", "Bottom"],
	["left", "Left"],
] as const;

/** The pages of a document: its head, signature, foot and margins. */
const SetUpPages = () => {
	const { name, version, isSetUp, closeTo, ...loaded } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isAwaiting = useIsAwaiting();
	const typed = answer?.typed ?? loaded.typed;
	const errors: Record<string, string[]> = answer?.errors ?? {};
	return (
		<Dialog
			title={`Page setup of ${name}`}
			description="Letters that are made from now on have these pages."
			closeTo={closeTo}
			width={620}
			cancel
			footer={
				<>
					{isSetUp && (
						<Button form={formId} name="intent" value="usual" icon={RotateCcw} className="mr-auto" formNoValidate>
							As usual
						</Button>
					)}
					<Button form={formId} name="intent" value="save" variant="primary" pending={isAwaiting}>
						Save pages
					</Button>
				</>
			}
		>
			<SignedInForm id={formId} encType="multipart/form-data" noValidate className="grid grid-cols-1 gap-5">
				<button type="submit" name="intent" value="save" tabIndex={-1} aria-hidden className="sr-only" />
				<input type="hidden" name="version" value={version} />
				<FormErrors errors={errors[""] ?? null} />
				{parts.map((part) => (
					<PagePartField
						key={part.name}
						{...part}
						chosen={typed[part.name]}
						picture={typed[`${part.name}Picture`]}
						errors={errors[`${part.name}File`] ?? null}
					/>
				))}
				<TextField
					name="footer"
					label="Footer"
					defaultValue={typed.footer}
					errors={errors.footer ?? null}
					maxLength={maxFooterLength}
					autoComplete="off"
					description="At the foot of every page, beside its number. Empty for the application number and the institution."
				/>
				<fieldset className="grid gap-1.5">
					<legend className="mb-1.5 font-medium">Margins in millimetres</legend>
					<div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
						{sides.map(([side, label]) => (
							<TextField
								key={side}
								name={side}
								label={label}
								type="number"
								min={marginLimits.least}
								max={marginLimits.most}
								defaultValue={typed[side]}
								errors={errors[side] ?? null}
							/>
						))}
					</div>
				</fieldset>
			</SignedInForm>
		</Dialog>
	);
};
export default SetUpPages;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
