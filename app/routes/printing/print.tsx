import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft, FileDown, Printer } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { PrintedHead } from "#app/routes/printing/printed-head";
import { PrintedSection } from "#app/routes/printing/printed-section";
import { codeOf } from "#app/routes/printing/summary-code.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { Button, LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { iconProps } from "#app/ui/icon";
import { useHydrated } from "#app/ui/use-hydrated";
import { getPrintableForm } from "#worker/services/printing/contract";

/** why: browsers offer the title as the file name of the printed page. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: data ? `${data.form.applicant.applicationNumber} ${data.form.applicant.name}` : "Applicant · Matricula" },
];

/** The printable applicant form (§2) as a page of its own. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, getPrintableForm);
	const params = { id: args.params.applicantId ?? "" };
	const form = await args.context.api.call(getPrintableForm, { params });
	// why: for a merged applicant this redirects to the kept one.
	if (!form.ok) await args.context.applicant(params.id);
	const found = orThrow(form);
	return json({ form: found, code: codeOf(found.summaryUrl) });
};

const PrintableForm = () => {
	const { form, code } = useLoaderData<typeof loader>();
	const hydrated = useHydrated();
	const { organisation, applicant } = form;
	const here = `/${organisation.id}/applicants/${applicant.id}`;
	return (
		<div className="mx-auto max-w-[210mm] max-sm:px-0 sm:py-5">
			<nav aria-label="Applicant form" className="mb-3 flex flex-wrap gap-2.5 max-sm:p-3 print:hidden">
				<LinkButton to={here} icon={ArrowLeft}>
					Back to the applicant
				</LinkButton>
				<span className="flex-1" />
				<a href={`${here}/form.pdf`} className={buttonClass()}>
					<FileDown {...iconProps} />
					Download PDF
				</a>
				{hydrated && (
					<Button type="button" variant="primary" icon={Printer} onClick={() => window.print()}>
						Print
					</Button>
				)}
			</nav>
			<main
				id="main"
				className="border border-line bg-panel p-[14mm] shadow-card max-sm:p-4 print:border-0 print:p-0 print:shadow-none print:[page:printable-form]"
			>
				<PrintedHead form={form} code={code} />
				{form.sections.map((section) => (
					<PrintedSection key={section.id} section={section} />
				))}
			</main>
		</div>
	);
};
export default PrintableForm;

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{ 404: { title: "Page not Found", message: "This applicant does not exist, or is no longer there." } }}
	/>
);
