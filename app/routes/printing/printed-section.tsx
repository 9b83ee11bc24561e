import { PrintedResult } from "#app/routes/printing/printed-result";
import { classNames } from "#app/ui/class-names";
import { RichText } from "#app/ui/form-view/rich-text";
import type { PrintableForm, PrintedField } from "#worker/services/printing/contract";

/** One section of the form: its answers in two columns. */
export const PrintedSection = ({ section }: { section: PrintableForm["sections"][number] }) => (
	<section aria-labelledby={`section-${section.id}`} className="mt-6">
		<div className="break-inside-avoid break-after-avoid border-b border-line-2 pb-1">
			<h2 id={`section-${section.id}`} className="font-medium">
				{section.title}
			</h2>
			{section.description && <p className="text-sm text-text-2">{section.description}</p>}
		</div>
		<dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-2 max-sm:grid-cols-1">
			{section.fields.map((field, index) => (
				<div
					// biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the fields never move.
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
