import { UserRound } from "lucide-react";
import { type ChangeEvent, useEffect, useState } from "react";
import { Field } from "#app/ui/form/field";
import { AboutFiles, fileInputClass, KeptFiles } from "#app/ui/form-fields/file-answer";
import { acceptedPictureNames, acceptedPictures, isTooLarge, tooLargeText } from "#app/ui/form-fields/file-limits";
import type { AnswerProps } from "#app/ui/form-fields/form-field";
import { scalePicture } from "#app/ui/form-fields/scale-picture";
import { iconProps } from "#app/ui/icon";

/**
 * A photograph, taken now or chosen, with a preview. With JavaScript a large one is scaled down before it is sent.
 */
export const PictureAnswer = ({ field, files = [], removedFiles = [], fileHref }: AnswerProps) => {
	const [chosen, setChosen] = useState<string>();
	const [tooLarge, setTooLarge] = useState<string>();
	useEffect(() => () => URL.revokeObjectURL(chosen ?? ""), [chosen]);
	const [current] = files;
	const shown = chosen ?? (current && fileHref?.(current));
	const errors = tooLarge ? [tooLarge, ...(field.errors ?? [])] : field.errors;
	const choose = async ({ target: input }: ChangeEvent<HTMLInputElement>) => {
		const [original] = input.files ?? [];
		const picture = original && (await scalePicture(original));
		// why: another picture may have been chosen while this one was scaled.
		if (input.files?.[0] !== original) return;
		if (picture && picture !== original) {
			const list = new DataTransfer();
			list.items.add(picture);
			input.files = list.files;
		}
		setTooLarge(picture && isTooLarge(picture) ? tooLargeText : undefined);
		setChosen(picture && URL.createObjectURL(picture));
	};
	return (
		<div className="flex flex-wrap items-start gap-4">
			<div className="grid h-32 w-26 shrink-0 place-items-center overflow-hidden rounded-md border border-line-2 bg-hover text-text-3">
				{shown ? (
					<img
						src={shown}
						alt={chosen ? `${field.label}, as chosen` : `${field.label}, as it is`}
						className="size-full object-cover"
					/>
				) : (
					<UserRound {...iconProps} size={40} strokeWidth={1.25} />
				)}
			</div>
			<div className="min-w-52 flex-1">
				<Field
					{...field}
					errors={errors}
					description={<AboutFiles limits={`${acceptedPictureNames}, 10 MB at most`} about={field.description} />}
				>
					{(wiring) => (
						<>
							<KeptFiles name={field.name} files={files} removedFiles={removedFiles} fileHref={fileHref} />
							<input
								{...wiring}
								type="file"
								accept={acceptedPictures}
								capture="user"
								onChange={choose}
								className={fileInputClass}
							/>
						</>
					)}
				</Field>
			</div>
		</div>
	);
};
