import { type ReactNode, useState } from "react";
import { Callout } from "#app/ui/callout";

interface SavedMeanwhileProps {
	/** The record's version as the page has it now. */
	version: number;
	/** What somebody else saved, by the labels of the fields that differ; null while nothing was refused. */
	meanwhile: { version: number; values: readonly (readonly [label: string, value: ReactNode])[] } | null;
}

/** Says that somebody else has removed what a form changes, and what can be done. */
export const RemovedMeanwhile = ({ what = "It", children }: { what?: string; children: ReactNode }) => (
	<Callout tone="warning" role="status">
		{what} was removed meanwhile. What you typed is kept below. {children}
	</Callout>
);

/**
 * Sends the version that a form was opened with. After a refusal it shows what somebody else saved, and sends the version
 * of that: to save again replaces it. why not the page's own version: a notice may load a newer one.
 */
export const SavedMeanwhile = ({ version, meanwhile }: SavedMeanwhileProps) => {
	const [opened] = useState(version);
	return (
		<>
			<input type="hidden" name="version" value={meanwhile?.version ?? opened} />
			{meanwhile && (
				<Callout tone="warning">
					<p>Saved by somebody else. What you typed is kept below.</p>
					<dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
						{meanwhile.values.map(([label, value]) => (
							<div key={label} className="contents">
								<dt className="text-text-2">{label}</dt>
								<dd className="wrap-anywhere">{value}</dd>
							</div>
						))}
					</dl>
				</Callout>
			)}
		</>
	);
};
