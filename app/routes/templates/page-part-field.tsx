import { Fragment } from "react";
import { Field } from "#app/ui/form/field";
import { fileInputClass } from "#app/ui/form-fields/file-answer";
import { Radio } from "#app/ui/radio";
import { acceptedPictures, megabytes } from "#worker/contract/forms/accepted-files";
import type { PagePart } from "#worker/contract/text/page-setup";
import { maxPictureBytes } from "#worker/services/templates/pictures.contract";

interface PagePartFieldProps {
	name: "letterhead" | "signature";
	label: string;
	/** What the institution has for it. */
	institution: string;
	chosen: string;
	/** The address of the picture; empty for none. */
	picture: string;
	errors: readonly string[] | null;
}

/** What stands at a place of a document's page: what the institution has, a picture, or nothing. */
export const PagePartField = ({ name, label, institution, chosen, picture, errors }: PagePartFieldProps) => {
	const choices: readonly (readonly [PagePart, string])[] = [
		["institution", institution],
		["picture", "A picture"],
		["none", "None"],
	];
	return (
		<fieldset className="group/part grid grid-cols-1 gap-1.5">
			<legend className="mb-1.5 font-medium">{label}</legend>
			{choices.map(([value, text]) => (
				<Fragment key={value}>
					<div className="flex items-center gap-2">
						<Radio id={`${name}-${value}`} name={name} value={value} defaultChecked={chosen === value} />
						<label htmlFor={`${name}-${value}`}>{text}</label>
					</div>
					{value === "picture" && (
						<div className="hidden grid-cols-1 gap-2 pl-6 group-has-[[value=picture]:checked]/part:grid">
							<input type="hidden" name={`${name}Picture`} value={picture} />
							{picture !== "" && (
								<img
									src={picture}
									alt={`The ${label.toLowerCase()} as it is`}
									className="max-h-24 max-w-full justify-self-start rounded-sm bg-white"
								/>
							)}
							<Field
								name={`${name}File`}
								label={picture === "" ? `Picture of the ${label.toLowerCase()}` : "Another picture"}
								errors={errors}
								description={`${acceptedPictures.names}, ${megabytes(maxPictureBytes)} at most.`}
							>
								{(wiring) => (
									<input {...wiring} type="file" accept={acceptedPictures.accept} className={fileInputClass} />
								)}
							</Field>
						</div>
					)}
				</Fragment>
			))}
		</fieldset>
	);
};
