import { expect, test } from "vitest";
import { isPictureOf, isStoredPicture, pictureAddress, storedPicturesIn, withWholeAddresses } from "./stored-pictures";

const own = pictureAddress("crestfield", "a-1.png");

test.each([
	[own, true],
	[`https://portal.example${own}`, false],
	[`//portal.example${own}`, false],
	[`${own}?x=1`, false],
	["/api/organisation/crestfield/pictures/a.svg", false],
	["/api/organisation/crestfield/pictures/../logo", false],
	["/api/organisation/crestfield/logo", false],
])("%s is a stored picture: %s", (address, expected) => {
	expect(isStoredPicture(address)).toBe(expected);
});

test("finds the pictures of HTML once, and gives them whole addresses", () => {
	const html = `<p><img src="${own}" alt="Map"> <img src="${own}"><img src="https://a.example/x.png"> ${own}</p>`;
	expect(storedPicturesIn(html)).toEqual([own]);
	expect(withWholeAddresses(html, { origin: "https://portal.example", id: "crestfield" })).toBe(
		`<p><img src="https://portal.example${own}" alt="Map"> <img src="https://portal.example${own}"><img src="https://a.example/x.png"> ${own}</p>`,
	);
});

test("knows whose picture it is, and takes the address of another institution's out of an email", () => {
	expect(["crestfield", "crest", "crestfield-2"].filter((id) => isPictureOf(id, own))).toEqual(["crestfield"]);
	expect(withWholeAddresses(`<img src="${own}" alt="Map">`, { origin: "https://portal.example", id: "west" })).toBe(
		'<img  alt="Map">',
	);
});
