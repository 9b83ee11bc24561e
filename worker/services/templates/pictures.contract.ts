import * as v from "valibot";
import { described, file, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { acceptedPictures, megabytes } from "#worker/contract/forms/accepted-files";
import { multipartBody } from "#worker/contract/forms/file-part";
import { AddressedOrganisationId } from "#worker/contract/reserved-names";

const section = "§7 Forms, templates";

/** The name of the part of a multipart body that is the picture. */
export const picturePart = "picture";
/** why so few: each recipient of an email loads it, and each letter has it. */
export const maxPictureBytes = 2_000_000;
export const pictureTooLarge = `A picture can have at most ${megabytes(maxPictureBytes)}. Choose a smaller one.`;

export const uploadPicture = defineEndpoint({
	method: "POST",
	path: "/templates/pictures",
	summary: `Keep a picture for the texts of templates (${acceptedPictures.names}, at most ${megabytes(maxPictureBytes)}). A multipart body: \`data\` is an empty object, \`${picturePart}\` the picture.`,
	section,
	access: ["templates:c", "templates:u"],
	body: multipartBody(v.strictObject({})),
	encoding: "multipart",
	example: {},
	response: v.object({
		address: text("The `src` of the picture in a text. Emails get it with the address of the portal before it."),
		width: whole("Its width in pixels."),
		height: whole("Its height in pixels."),
		organisationId: text("The id of the institution, which is in its address."),
		file: text("The name of its file, which is in its address."),
	}),
	created: "/organisation/{organisationId}/pictures/{file}",
	problems: ["too_many_requests"],
});

export const getPicture = defineEndpoint({
	method: "GET",
	path: "/organisation/:id/pictures/:file",
	summary:
		"A picture in the text of an email or a document. Its address cannot be guessed, and what it shows never changes.",
	section,
	access: "public",
	params: v.strictObject({
		id: described(AddressedOrganisationId, "The id of the institution."),
		file: described(v.pipe(v.string(), v.regex(/^[\w-][\w.-]{0,99}$/, "Unknown picture")), "The name of its file."),
	}),
	response: file("The picture.", "image/png", "image/jpeg"),
});
