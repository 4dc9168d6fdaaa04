import { describe, expect, it } from 'vitest';
import { detailsOf, editOf } from '../../../renderer/features/stored-file/file-details.ts';
import { ownTitle } from '../../../renderer/features/stored-file/file-labels.ts';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { contentEdit } from '../../../src/contract/node-api/content.ts';

const content: LocalContent = {
  content_id: `bafkrei${'a'.repeat(52)}`,
  content_sha256: '0'.repeat(64),
  name: 'summer_nights.mp3',
  size: 1,
  content_type: 'audio/mpeg',
  created_at: '2026-01-31T12:00:00.000Z',
  content_url: 'http://127.0.0.1:8471/api/v1/storage/x',
  viewable: true,
  title: 'summer nights',
  description: '',
  authors: ['Ada'],
  hashtags: [],
  author_address: null,
  cover_id: null,
  cover_url: null,
  media: null,
  thumbnail_url: null,
  published: false,
  updated_at: '2026-01-31T12:00:00.000Z',
  uploaded_by: { id: 'owner', name: 'owner' },
  verified_at: null,
  damage: null,
  collection_kind: null,
  copy: null,
  shares: [],
  encrypted: null,
  encryption: null,
};

describe('an edit', () => {
  it('sends only changed fields', () => {
    const before = detailsOf(content);
    expect(editOf(content, before)).toEqual({});
    expect(editOf(content, { ...before, published: true, title: ' Summer nights ' })).toEqual({
      published: true,
      title: 'Summer nights',
    });
    expect(editOf({ ...content, cover_id: content.content_id }, before)).toEqual({ cover_id: null });
  });

  it('matches the contract of the node', () => {
    const edit = editOf(content, {
      ...detailsOf(content),
      description: 'Live',
      hashtags: ['#live', 'summer'],
    });
    expect(contentEdit.parse(edit)).toEqual({ description: 'Live', hashtags: ['live', 'summer'] });
  });
});

describe('a custom title', () => {
  it.each([
    ['summer_nights.mp3', 'summer nights', null],
    ['summer_nights.mp3', 'summer_nights.mp3', null],
    ['summer.nights.mp3', 'summer.nights', null],
    ['a.mp3', 'Summer nights', 'Summer nights'],
    ['a.mp3', '', null],
  ])('of %s called %j is %j', (name, title, own) => {
    expect(ownTitle({ name, title, encrypted: null })).toBe(own);
  });
});
