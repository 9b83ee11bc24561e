import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft, FileDown, Printer } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { PrintedHead } from "#app/routes/printing/printed-head";
import { codeOf } from "#app/routes/printing/summary-code.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { Button, LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { classNames } from "#app/ui/class-names";
import { SubjectRow } from "#app/ui/form-view/form-value";
import { RichText } from "#app/ui/form-view/rich-text";
import { iconProps } from "#app/ui/icon";
import { useHydrated } from "#app/ui/use-hydrated";
import { getPrintableForm, type PrintableForm, type PrintedField } from "#worker/services/printing/contract";

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

const PrintPage = () => {
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
export default PrintPage;

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{ 404: { title: "Page not Found", message: "This applicant does not exist, or is no longer there." } }}
	/>
);

/** One section of the form, its answers in two columns. */
const PrintedSection = ({ section }: { section: PrintableForm["sections"][number] }) => (
	<section aria-labelledby={`section-${section.id}`} className="mt-6">
		<div className="break-inside-avoid break-after-avoid border-b border-line-2 pb-1">
			<h2 id={`section-${section.id}`} className="font-medium">
				{section.title}
			</h2>
		</div>
		<dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-2 max-sm:grid-cols-1">
			{section.fields.map((field, index) => (
				<div
					// biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the order is fixed.
					key={index}
					className={classNames("min-w-0 break-inside-avoid", field.wide && "col-span-full")}
				>
					<dt className="text-sm text-text-3">{field.label}</dt>
					<dd className="[overflow-wrap:anywhere]">
						<Answer field={field} />
					</dd>
				</div>
			))}
		</dl>
	</section>
);

const Answer = ({ field }: { field: PrintedField }) => {
	switch (field.kind) {
		case "rich-text":
			return <RichText nodes={field.value} />;
		case "results":
			return field.value.map((result) => (
				<PrintedResult key={`${result.title} ${result.registrationNumber}`} result={result} />
			));
		default:
			return <span className="whitespace-pre-line tabular-nums">{field.value}</span>;
	}
};

type Result = Extract<PrintedField, { kind: "results" }>["value"][number];

/** One sitting of an examination (§2 printable form), its grades in two columns. */
const PrintedResult = ({ result }: { result: Result }) => {
	const { title, candidate, gender, registrationNumber, subjects } = result;
	const middle = Math.ceil(subjects.length / 2);
	const halves = [subjects.slice(0, middle), subjects.slice(middle)].filter((half) => half.length > 0);
	return (
		<div className="mb-3 break-inside-avoid">
			<p className="font-medium">{title}</p>
			<p className="text-text-2">
				{candidate} · {gender} · {registrationNumber}
			</p>
			<div className="grid grid-cols-2 gap-x-6 max-sm:grid-cols-1">
				{halves.map((half, index) => (
					<table key={half[0]?.name} aria-label={`${title}, part ${index + 1}`} className="h-fit w-full text-left">
						<thead>
							<tr className="border-b border-line text-sm text-text-3">
								<th scope="col" className="py-1 pr-3 font-normal">
									Subject
								</th>
								<th scope="col" className="w-28 py-1 font-normal">
									Grade
								</th>
							</tr>
						</thead>
						<tbody>
							{half.map((subject) => (
								// why in words: most forms are printed in black and white.
								<SubjectRow key={subject.name} subject={subject} missed=", no credit" />
							))}
						</tbody>
					</table>
				))}
			</div>
		</div>
	);
};
